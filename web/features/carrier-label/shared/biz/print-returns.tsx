import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { addressLine } from '#contract/address'
import { carrierLabelCalls } from '#contract/carrier-label'
import { formatDateJa, tokyoDate } from '#contract/day'
import { formatPhone, formatPostalCode } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { notify } from '#web/ui/notify.tsx'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { usePrintOnce } from '#web/ui/use-print-once.ts'

type Slip = AskResult<typeof carrierLabelCalls.returnSlips>[number]

/** A slip for each chosen return, or for all that wait: whom it goes to, and what belongs into the box. */
export function PrintReturns({ requests }: { requests: readonly number[] }) {
  const read = useMutationOf(carrierLabelCalls.returnSlips)
  const [slips, setSlips] = useState<readonly Slip[]>([])
  const print = async () => {
    const found = await read
      .mutateAsync({ body: requests.length > 0 ? { requests: [...requests] } : {} })
      .catch(() => undefined)
    if (found?.length === 0) notify.done('印刷する返送はありません')
    setSlips(found ?? [])
  }
  const many = requests.length
  return (
    <>
      <QuietButton
        startIcon={<Icon name="print" size={18} />}
        pending={read.isPending}
        onClick={() => void print()}
      >
        {many === 0 ? '返送票をまとめて印刷する' : `返送票を印刷する(${many}件)`}
      </QuietButton>
      {read.error && <ErrorText role="alert">{sentenceFor(read.error)}</ErrorText>}
      {slips.length > 0 && <Slips slips={slips} onDone={() => setSlips([])} />}
    </>
  )
}

const Sheet = styled('section')({
  breakAfter: 'page',
  fontSize: '10.5pt',
  lineHeight: 1.5,
  '&:last-child': { breakAfter: 'auto' },
  '& header': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    paddingBottom: '2mm',
    borderBottom: '0.5mm solid #000000',
  },
  '& h2': { fontSize: '15pt' },
  '& .sides': { display: 'grid', gridTemplateColumns: '3fr 2fr', gap: '8mm', padding: '5mm 0' },
  '& .sides small, & .sides b': { display: 'block' },
  '& .name': { fontSize: '15pt' },
  '& .marks': { display: 'flex', gap: '3mm', paddingBottom: '4mm' },
  '& .mark': { padding: '0 3mm', border: '0.4mm solid #000000', fontWeight: 700 },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': { padding: '1.8mm 2mm', borderBottom: '0.2mm solid #000000', textAlign: 'start' },
  '& thead': { display: 'table-header-group' },
  '& tr': { breakInside: 'avoid' },
  '& .tick': { width: '5mm', height: '5mm', border: '0.4mm solid #000000' },
  '& footer': { display: 'flex', gap: '10mm', justifyContent: 'flex-end', paddingTop: '6mm' },
})

function Slips({ slips, onDone }: { slips: readonly Slip[]; onDone: () => void }) {
  usePrintOnce(onDone)
  return (
    <OnPaper page={{ size: 'A4', margin: '14mm' }}>
      {slips.map((slip) => (
        <SlipSheet key={slip.request} slip={slip} />
      ))}
    </OnPaper>
  )
}

function SlipSheet({ slip }: { slip: Slip }) {
  const { items, address, shopAddress } = slip
  return (
    <Sheet>
      <header>
        <h2>返送票 申し込み {slip.request}</h2>
        <span>{formatDateJa(tokyoDate(new Date()))}</span>
      </header>
      <div className="sides">
        <div>
          <small>お届け先</small>
          {address && (
            <>
              〒{formatPostalCode(address.postalCode)}
              <b>{addressLine(address)}</b>
            </>
          )}
          <b className="name">{slip.customerName} 様</b>
          {slip.phone && `電話 ${formatPhone(slip.phone)}`}
        </div>
        <div>
          <small>差出人</small>〒{formatPostalCode(shopAddress.postalCode)}
          <b>{addressLine(shopAddress)}</b>
          <b>{slip.shopName}</b>
          {slip.shopPhone && `電話 ${formatPhone(slip.shopPhone)}`}
        </div>
      </div>
      <div className="marks">
        <span className="mark">{slip.isCollect ? '着払い' : '元払い'}</span>
        {slip.isHeld && <span className="mark">保留中・発送しないでください</span>}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">確認</th>
            <th scope="col">番号</th>
            <th scope="col">品名</th>
            <th scope="col">色・サイズ</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.seq}>
              <td>
                <div className="tick" />
              </td>
              <td>{`${slip.request}-${item.seq}`}</td>
              <td>{item.title || '(品名未入力)'}</td>
              <td>{[item.color, item.size].filter(Boolean).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <b>{`合計 ${items.length}点`}</b>
        <span>入れた人 ____________</span>
      </footer>
    </Sheet>
  )
}
