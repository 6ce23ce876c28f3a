import { styled } from '@mui/material/styles'
import { companyCalls } from '#contract/company'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { notify } from '#web/ui/notify.tsx'

const Star = styled('svg')(({ theme }) => ({
  fill: 'none',
  stroke: theme.okuru.palette.font.sub,
  '&[data-on]': { fill: theme.okuru.palette.primary.main, stroke: theme.okuru.palette.primary.main },
}))

export function FavoriteButton({ shop, name, on }: { shop: number; name: string; on: boolean }) {
  const favorite = useMutationOf(companyCalls.favorite, {
    waits: true,
    rereadsOnError: true,
    onError: (error) => notify.failed(sentenceFor(error)),
  })
  const shown = favorite.isPending ? (favorite.variables.body.isFavorite ?? on) : on
  return (
    <IconButton
      label={shown ? `${name}をお気に入りからはずす` : `${name}をお気に入りに入れる`}
      aria-pressed={shown}
      onClick={() => favorite.mutate({ body: { shop, isFavorite: !on } })}
    >
      <Star
        width={22}
        height={22}
        viewBox="0 0 24 24"
        strokeWidth={1.6}
        strokeLinejoin="round"
        data-on={shown ? '' : undefined}
        aria-hidden
      >
        <path d="m12 3.5 2.6 5.4 5.9.8-4.300 4.1 1 5.900L12 16.900 6.800 19.700l1-5.900L3.500 9.700l5.900-.8z" />
      </Star>
    </IconButton>
  )
}
