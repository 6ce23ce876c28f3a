import { styled } from '@mui/material/styles'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type DeclaredItem, type DeclaredList, DeclaredRows } from '../declared-rows.tsx'

const Root = styled('details')(({ theme }) => ({
  padding: '2px 12px',
  background: theme.okuru.palette.bg.sunken,
  borderRadius: theme.okuru.radius.field,
  '& > summary': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 8,
    minHeight: 36,
    fontSize: 13,
    fontWeight: 700,
    cursor: 'pointer',
  },
}))

type Props = {
  declared: DeclaredList
  /** Articles counted so far, to be compared. */
  counted?: number | null
  /** The article in hand: rows of its brand or kind are marked. */
  like?: { brand: number | null; category: number | null } | undefined
  closed?: boolean
}

/** What the customer says is in the box, beside what is. */
export function DeclaredBlock({ declared, counted = null, like, closed = false }: Props) {
  if (declared.items.length === 0) return null
  const more = counted === null ? 0 : counted - declared.total
  const isLike = ({ brand, category }: DeclaredItem) =>
    like !== undefined &&
    ((brand !== null && brand === like.brand) ||
      (brand === null && category !== null && category === like.category))
  return (
    <Root open={!closed}>
      <summary>
        {`お客さまのリスト ${declared.total}点`}
        {more !== 0 && (
          <StatusChip tone="wait">{`リストより ${Math.abs(more)}点${more > 0 ? '多い' : '少ない'}`}</StatusChip>
        )}
      </summary>
      <DeclaredRows items={declared.items} isMarked={isLike} />
    </Root>
  )
}
