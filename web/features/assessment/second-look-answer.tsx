import { styled } from '@mui/material/styles'
import { formatYen } from '#contract/text'
import { shortDate } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { Muted } from '#web/ui/page.tsx'
import type { AssessedItem, Assessment } from './shared/assessment-types.ts'

const Answer = styled(Card)(({ theme }) => ({
  display: 'grid',
  gap: 10,
  '& h2': { fontSize: 16 },
  '& .words': { whiteSpace: 'pre-line' },
  '& ul': { display: 'grid', gap: 2, fontSize: 13, fontVariantNumeric: 'tabular-nums' },
  '& li': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 12px' },
  '& details': { fontSize: 13, color: theme.okuru.palette.font.sub },
  '& summary': { minHeight: 44, alignContent: 'center', cursor: 'pointer' },
}))

const amount = (price: number | null): string => (price === null ? '値段なし' : formatYen(price))

function changeOf({ before, price }: AssessedItem): string {
  if (!before) return amount(price)
  return before.price === price
    ? `${amount(price)}(変わりません)`
    : `${amount(before.price)} → ${amount(price)}`
}

const nameOf = ({ brandName, name, seq }: AssessedItem): string =>
  `${brandName} ${name}`.trim() || `${seq}点目`

export function SecondLookAnswer({ assessment }: { assessment: Assessment }) {
  const { secondLook, items } = assessment
  if (!secondLook?.answeredAt) return null
  const asked = items.filter(({ slug }) => secondLook.items.length === 0 || secondLook.items.includes(slug))
  return (
    <Answer aria-label="再査定へのお返事">
      <h2>再査定へのお返事</h2>
      <p className="words">{secondLook.answer}</p>
      <ul aria-label="見直した品">
        {asked.map((item) => (
          <li key={item.slug}>
            <span>{nameOf(item)}</span>
            <b>{changeOf(item)}</b>
          </li>
        ))}
      </ul>
      <details>
        <summary>ご希望の内容({shortDate(secondLook.askedAt)})</summary>
        <Muted className="words">{secondLook.reason}</Muted>
      </details>
    </Answer>
  )
}
