import { styled } from '@mui/material/styles'
import { SelectField } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

const ALL = 'all'
/** More shops than this do not stand beside each other. */
const mostChips = 3

const Wide = styled('div')({ maxWidth: '100%' })

type Props = {
  shops: readonly { id: number; name: string }[]
  shop: number | undefined
  onChoose: (shop: number | undefined) => void
}

/** All shops or one; nothing for staff of a single shop. */
export function ShopChips({ shops, shop, onChoose }: Props) {
  if (shops.length < 2) return null
  if (shops.length > mostChips)
    return (
      <SelectField
        label="店舗"
        emptyLabel="すべての店舗"
        value={shop ?? ''}
        onChange={(event) => onChoose(Number(event.target.value) || undefined)}
        options={shops.map(({ id, name }) => ({ value: id, label: name }))}
      />
    )
  return (
    <Wide>
      <Segmented
        legend="店舗"
        segments={[
          { value: ALL, label: 'すべての店舗' },
          ...shops.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={shop === undefined ? ALL : String(shop)}
        onChange={(value) => onChoose(value === ALL ? undefined : Number(value))}
      />
    </Wide>
  )
}
