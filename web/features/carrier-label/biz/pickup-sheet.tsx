import { styled } from '@mui/material/styles'
import { addressLine } from '#contract/address'
import { formatDateJa } from '#contract/day'
import { formatPhone, formatPostalCode } from '#contract/text'
import { carrierShort } from '#web/features/purchase-request/shared/biz/carrier.ts'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { usePrintOnce } from '#web/ui/use-print-once.ts'
import { numbersOf, type Pickup, slotText } from './pickup-text.ts'

const Sheet = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '9pt',
  lineHeight: 1.45,
  '& caption': { padding: '0 0 3mm', fontSize: '13pt', fontWeight: 700, textAlign: 'start' },
  '& th, & td': {
    padding: '1.5mm 2mm',
    border: '0.3mm solid #000000',
    textAlign: 'start',
    verticalAlign: 'top',
  },
  '& thead': { display: 'table-header-group' },
  '& tr': { breakInside: 'avoid' },
  '& .tick': { width: '9mm' },
  '& .narrow': { whiteSpace: 'nowrap' },
  '& small': { display: 'block', fontSize: '8pt' },
})

type Props = { day: string; rows: readonly Pickup[]; onDone: () => void }

/** To tick off while calling the carrier. */
export function PickupSheet({ day, rows, onDone }: Props) {
  usePrintOnce(onDone)
  const boxes = rows.reduce((sum, row) => sum + row.boxes.length, 0)
  return (
    <OnPaper page={{ size: 'A4 landscape', margin: '10mm' }}>
      <Sheet>
        <caption>{`集荷リスト ${formatDateJa(day)} ${rows.length}件 ${boxes}箱`}</caption>
        <thead>
          <tr>
            {[
              '済',
              '時間帯',
              '申し込み',
              'お客さま',
              '集荷先',
              '箱',
              '運送会社',
              '送り状番号',
              '届け先の店舗',
            ].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.request}>
              <td className="tick" />
              <td className="narrow">{slotText(row)}</td>
              <td className="narrow">{row.request}</td>
              <td>
                {row.customerName} 様<small>{formatPhone(row.phone)}</small>
              </td>
              <td>
                {row.address && `〒${formatPostalCode(row.address.postalCode)} ${addressLine(row.address)}`}
              </td>
              <td className="narrow">{row.boxes.length}</td>
              <td className="narrow">{carrierShort(row.carrier) || '未定'}</td>
              <td className="narrow">
                {numbersOf(row).map((number) => (
                  <div key={number}>{number}</div>
                ))}
              </td>
              <td>{row.shopName}</td>
            </tr>
          ))}
        </tbody>
      </Sheet>
    </OnPaper>
  )
}
