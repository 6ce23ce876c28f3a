import { styled } from '@mui/material/styles'
import type { Ref } from 'react'
import type { Decision } from '#contract/answer'
import { decisionLabel } from '#contract/codes'
import { Icon } from '#web/ui/icons.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { Choice } from './choice.tsx'
import { itemName, priceText } from './item-words.ts'
import type { AssessedItem } from './shared/assessment-types.ts'

const Grid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 10,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '& > li': {
    display: 'grid',
    alignContent: 'start',
    gap: 8,
    padding: 8,
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 16,
  },
  '& > li[data-missing]': { borderColor: theme.okuru.palette.error.main },
}))

const Row = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '62px minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'center',
  width: '100%',
  minHeight: 44,
  padding: 0,
  border: 0,
  font: 'inherit',
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  borderRadius: 10,
  cursor: 'pointer',
  '&:focus-visible': { outline: `3px solid ${theme.okuru.palette.primary.light}`, outlineOffset: 2 },
  '& small': { display: 'block', fontSize: 11, fontWeight: 700, lineHeight: 1.4, letterSpacing: '0.03em' },
  '& .name': { display: 'block', fontSize: 13, lineHeight: 1.45 },
  '& .price': { fontSize: 15, fontWeight: 700, fontVariantNumeric: 'tabular-nums' },
  '& .end': { display: 'grid', justifyItems: 'end', fontSize: 12 },
  '& .said': { display: 'inline-flex', alignItems: 'center', gap: 3, fontWeight: 700 },
  '& .said[data-sell]': { color: theme.okuru.palette.primary.main },
  '& .open': { color: theme.okuru.palette.font.sub },
}))

export const Thumb = styled(PhotoFrame)(({ theme }) => ({
  width: 62,
  height: 74,
  color: theme.okuru.palette.font.sub,
}))

type RowProps = {
  item: AssessedItem
  /** Undefined: still to be chosen. */
  said: string | undefined
  isSale: boolean
  current?: boolean
  onOpen: () => void
}

export function ItemRow({ item, said, isSale, current = false, onOpen }: RowProps) {
  const [first] = item.images
  return (
    <Row type="button" onClick={onOpen} aria-current={current ? 'true' : undefined}>
      <Thumb as="span">
        {first ? (
          <img src={first.thumbnailUrl || first.url} alt="" width={62} height={74} loading="lazy" />
        ) : (
          <Icon name="hanger" size={28} />
        )}
      </Thumb>
      <span>
        {item.brandName && <small>{item.brandName}</small>}
        <span className="name">{itemName(item)}</span>
      </span>
      <span className="end">
        <span className="price">{priceText(item.price)}</span>
        {said === undefined ? (
          <span className="open">これから</span>
        ) : (
          <span className="said" data-sell={isSale ? '' : undefined}>
            {isSale && <Icon name="check" size={14} />}
            {said}
          </span>
        )}
      </span>
    </Row>
  )
}

/** What is said of an article that was decided on. */
export function saidOf({ decision, isRescinded }: AssessedItem): { said: string; isSale: boolean } {
  if (isRescinded) return { said: '売却を取り消した品', isSale: false }
  const label = decision && Object.hasOwn(decisionLabel, decision) ? decision : undefined
  return label
    ? { said: decisionLabel[label as Decision], isSale: label === 'sell' }
    : { said: 'お返し', isSale: false }
}

type ListProps = {
  items: readonly AssessedItem[]
  onOpen: (index: number) => void
  /** Absent once the answer was given. */
  answer?: {
    decision: (item: AssessedItem) => Decision | undefined
    decide: (item: AssessedItem, word: Decision) => void
    missing: (slug: string) => boolean
    choiceRef: (slug: string) => Ref<HTMLLIElement>
  }
}

export function DeckList({ items, onOpen, answer }: ListProps) {
  return (
    <Grid>
      {items.map((item, index) => {
        const decision = answer?.decision(item)
        const { said, isSale } = answer
          ? { said: decision && decisionLabel[decision], isSale: decision === 'sell' }
          : saidOf(item)
        const missing = answer?.missing(item.slug) ?? false
        return (
          <li
            key={item.slug}
            aria-label={itemName(item)}
            ref={answer?.choiceRef(item.slug)}
            data-missing={missing ? '' : undefined}
          >
            <ItemRow item={item} said={said} isSale={isSale} onOpen={() => onOpen(index)} />
            {answer && (
              <Choice
                small
                item={item}
                decision={decision}
                missing={missing}
                onDecide={(word) => answer.decide(item, word)}
              />
            )}
          </li>
        )
      })}
    </Grid>
  )
}
