import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { transactionText, type transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDate } from '#web/lib/dates.ts'
import { Muted } from '#web/ui/page.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { Yen } from '#web/ui/yen.tsx'

export type YearEntry = AskResult<typeof transferCalls.statement>['entries'][number]
type Item = YearEntry['items'][number]
type Entry = AskResult<typeof transferCalls.transactions>['results'][number] & { items?: readonly Item[] }

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: 1.5,
  '& th': { fontWeight: 400, textAlign: 'left' },
  '& thead th': { padding: '10px 0', fontSize: 12, color: theme.okuru.palette.font.sub },
  '& tbody th, & td': { padding: '12px 0', verticalAlign: 'top' },
  '& tbody tr[data-first]': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& td.money, & thead th.end': { paddingLeft: 12, textAlign: 'right', whiteSpace: 'nowrap' },
  '& b': { display: 'block', fontSize: 14 },
  '& small': { fontSize: 12 },
  // Breaks between the two, not within.
  '& .part': { display: 'inline-block', marginRight: 8 },
  '& td.items': { padding: '0 0 8px' },
}))

const Items = styled('details')(({ theme }) => ({
  '& > summary': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    cursor: 'pointer',
    color: theme.okuru.palette.primary.main,
    textDecoration: 'underline',
    textUnderlineOffset: 3,
  },
  '& ul': { listStyle: 'none', padding: 0, margin: 0 },
  '& li': {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr) auto',
    gap: 12,
    alignItems: 'center',
    padding: '6px 0',
  },
  '& li small': { display: 'block', color: theme.okuru.palette.font.sub },
}))

type Props = { entries: readonly Entry[]; caption: string }

export function EntryTable({ entries, caption }: Props) {
  return (
    <Table>
      <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">内容</th>
          <th scope="col" className="end">
            入金・出金
          </th>
          <th scope="col" className="end">
            残高
          </th>
        </tr>
      </thead>
      {entries.map((entry) => (
        <tbody key={`${entry.id}-${entry.amount}`}>
          <EntryRow entry={entry} />
          {entry.items && entry.items.length > 0 && (
            <tr>
              <td className="items" colSpan={3}>
                <ItemsOf items={entry.items} entry={entry} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </Table>
  )
}

const EntryRow = ({ entry }: { entry: Entry }) => (
  <tr data-first="">
    <th scope="row">
      <b>{transactionText(entry)}</b>
      <Muted as="span" style={{ fontSize: 12 }}>
        <span className="part">{shortDate(entry.createdAt)}</span>
        <span className="part">{entry.dealer}</span>
        {entry.purchaseRequest !== null && (
          <>
            <br />
            <Link to="/requests/$id" params={{ id: String(entry.purchaseRequest) }}>
              申し込み {entry.purchaseRequest}
            </Link>
          </>
        )}
        {entry.note && `・${entry.note}`}
      </Muted>
    </th>
    <td className="money">
      <Yen amount={entry.amount} signed />
    </td>
    <td className="money">
      <Yen amount={entry.balanceAfter} strong={false} />
    </td>
  </tr>
)

/** From the entry down to its articles. */
const ItemsOf = ({ items, entry }: { items: readonly Item[]; entry: Entry }) => (
  <Items>
    <summary>
      お品物 {items.length}点を見る
      <VisuallyHidden>
        ({shortDate(entry.createdAt)} {transactionText(entry)})
      </VisuallyHidden>
    </summary>
    <ul>
      {items.map((item) => (
        <li key={item.slug}>
          <PhotoFrame style={{ width: 56, height: 56, borderRadius: 8 }}>
            {item.photo && <img src={item.photo.thumbnailUrl} alt="" loading="lazy" width={56} height={56} />}
          </PhotoFrame>
          <span>
            {item.brandName && <small>{item.brandName}</small>}
            {item.name || 'お品物'}
            {item.isRescinded && <small>売却を取り消しました</small>}
          </span>
          <Yen amount={item.price} strong={false} />
        </li>
      ))}
    </ul>
  </Items>
)
