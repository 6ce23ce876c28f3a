import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { shortDate } from '#web/lib/dates.ts'
import { Muted } from '#web/ui/page.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { kindText, type Transaction } from './statement.ts'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: 1.5,
  '& th': { fontWeight: 400, textAlign: 'left' },
  '& thead th': { padding: '10px 0', fontSize: 12, color: theme.okuru.palette.font.sub },
  '& tbody th, & td': { padding: '12px 0', verticalAlign: 'top' },
  '& tbody tr': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& td, & thead th.end': { paddingLeft: 12, textAlign: 'right', whiteSpace: 'nowrap' },
  '& b': { display: 'block', fontSize: 14 },
  '& small': { fontSize: 12 },
}))

type Props = { entries: readonly Transaction[]; caption: string }

export function EntryTable({ entries, caption }: Props) {
  return (
    <Table>
      <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">内容</th>
          <th scope="col" className="end">
            金額
          </th>
          <th scope="col" className="end">
            残高
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.id}-${entry.amount}`}>
            <th scope="row">
              <b>{kindText(entry)}</b>
              <Muted as="span" style={{ fontSize: 12 }}>
                {shortDate(entry.createdAt)}・{entry.dealer}
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
            <td>
              <Yen amount={entry.amount} signed />
            </td>
            <td>
              <Yen amount={entry.balanceAfter} strong={false} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
