import { styled } from '@mui/material/styles'
import { MainLink, NextLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import type { WaitingState } from './use-waiting.ts'
import type { Waiting } from './waiting.ts'

const List = styled('ul')({ display: 'grid', gap: 12 })

const Item = styled('li')(({ theme }) => ({
  padding: 16,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  '&[data-first]': {
    borderColor: theme.okuru.palette.primary.main,
    boxShadow: theme.okuru.shadow.card,
  },
  '& h3': { ...theme.typography.h3 },
  '& p': { margin: '4px 0 14px', wordBreak: 'auto-phrase' },
}))

const Nothing = styled('p')(({ theme }) => ({
  padding: '14px 16px',
  borderRadius: theme.okuru.radius.card,
  color: theme.okuru.palette.success.main,
  background: theme.okuru.palette.success.bg,
}))

export function WaitingForYou({ waiting }: { waiting: WaitingState }) {
  const { items, isError, isUnderWay, isRefetching, refetch } = waiting
  if (items.length === 0 && !isError) {
    return <Nothing>いまお願いすることはありません。{isUnderWay && '次はお店からご連絡します。'}</Nothing>
  }
  return (
    <Stack gap={12}>
      {isError && (
        <Notice
          tone="late"
          role="alert"
          title="次のお手続きを確かめられませんでした"
          actions={
            <button type="button" onClick={refetch}>
              {isRefetching ? '確かめています' : 'もう一度確かめる'}
            </button>
          }
        >
          {items.length > 0
            ? 'ここに出ているほかにも、お手続きがあるかもしれません。'
            : 'お返事の期限が近いものがあるかもしれません。少し待ってから、もう一度お試しください。'}
        </Notice>
      )}
      {items.length > 0 && <WaitingList items={items} />}
    </Stack>
  )
}

function WaitingList({ items }: { items: readonly Waiting[] }) {
  return (
    <List>
      {items.map(({ key, title, body, button, to, id }, index) => {
        const Button = index === 0 ? NextLink : MainLink
        return (
          <Item key={key} data-first={index === 0 ? '' : undefined}>
            <h3>{title}</h3>
            <p>{body}</p>
            <Button to={to} params={{ id: id ?? '' }}>
              {button}
            </Button>
          </Item>
        )
      })}
    </List>
  )
}
