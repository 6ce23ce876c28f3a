import { styled } from '@mui/material/styles'
import { shortDate } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { Muted } from '#web/ui/page.tsx'
import { itemTitle, priceText } from './item-words.ts'
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

function changeOf({ before, price }: AssessedItem): string {
  if (!before) return priceText(price)
  return before.price === price
    ? `${priceText(price)}(変わりません)`
    : `${priceText(before.price)} → ${priceText(price)}`
}

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
            <span>{itemTitle(item)}</span>
            <b>{changeOf(item)}</b>
          </li>
        ))}
      </ul>
      <details>
        <summary>ご希望の内容({shortDate(secondLook.askedAt)})</summary>
        <Muted className="words">{secondLook.reason}</Muted>
        {secondLook.photos.length > 0 && (
          <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 }}>
            {secondLook.photos.map(({ id, thumbnailUrl }, index) => (
              <img
                key={id}
                src={thumbnailUrl}
                alt={`お送りいただいた写真${index + 1}`}
                width={72}
                height={72}
                style={{ objectFit: 'cover', borderRadius: 10 }}
              />
            ))}
          </p>
        )}
      </details>
    </Answer>
  )
}
