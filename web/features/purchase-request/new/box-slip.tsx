import { styled } from '@mui/material/styles'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { customerCalls } from '#contract/customer'
import { useCall } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { Bone } from '#web/ui/skeletons.tsx'
import type { PurchaseRequest } from '../detail/use-request.ts'

// Lazy: no other storefront page needs the code library, and the number beside the code is enough if it fails.
const QrCode = lazy(
  (): Promise<{ default: ComponentType<{ text: string }> }> =>
    import('../qr-code.tsx').catch(() => ({ default: () => null })),
)

const Screen = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: 4,
  padding: '16px 12px',
  textAlign: 'center',
  '& small': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& b': { fontSize: 30, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  '& .name': { fontSize: 20 },
  '& img': { display: 'block', marginTop: 8 },
  '& .MuiButton-root': { maxWidth: 320, marginTop: 12 },
}))

const Codes = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
  gap: 12,
  justifySelf: 'stretch',
  marginTop: 12,
  '& li': {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'start',
    padding: '10px 6px',
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 12,
  },
  '& b': { fontSize: 18 },
  '& img': { width: 112, height: 112, marginTop: 4 },
  '& small': { marginTop: 4, overflowWrap: 'anywhere' },
}))

const Slip = styled('section')({
  display: 'grid',
  gridTemplateColumns: '52mm minmax(0, 1fr)',
  gap: '8mm',
  alignItems: 'center',
  minHeight: '86mm',
  padding: '6mm 0',
  borderBottom: '1px dashed #000000',
  breakInside: 'avoid',
  '& img': { width: '48mm', height: '48mm' },
  '& p': { fontSize: '11pt', lineHeight: 1.5 },
  '& b': { display: 'block', fontSize: '30pt', lineHeight: 1.2 },
  '& .name': { fontSize: '20pt' },
})

const Picture = ({ code }: { code: string }) => (
  <Suspense fallback={<Bone style={{ width: 148, height: 148 }} />}>
    <QrCode text={code} />
  </Suspense>
)

function usePrinting() {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!printing) return
    const done = () => setPrinting(false)
    window.addEventListener('afterprint', done)
    const timer = setTimeout(() => window.print())
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', done)
    }
  }, [printing])
  return { printing, print: () => setPrinting(true) }
}

/** The number and the name are what the shop needs; each box has a code of its own for the shop's scanner. */
export function BoxCode({ request }: { request: PurchaseRequest }) {
  const { id, boxes } = request
  const name = useCall(customerCalls.list).data?.results[0]?.name ?? ''
  const { printing, print } = usePrinting()
  const [first] = boxes
  if (!first) return null
  const many = boxes.length > 1
  return (
    <Screen>
      <small>申し込み番号</small>
      <b>{id}</b>
      {name && <b className="name">{`${name} 様`}</b>}
      {many ? (
        <Codes>
          {boxes.map(({ seq, boxCode }) => (
            <li key={seq}>
              <b>{`${seq} / ${boxes.length}`}</b>
              <Picture code={boxCode} />
              <small>{boxCode}</small>
            </li>
          ))}
        </Codes>
      ) : (
        <>
          <Picture code={first.boxCode} />
          <small>{`お店が読み取るコード ${first.boxCode}`}</small>
        </>
      )}
      <QuietButton startIcon={<Icon name="print" size={18} />} onClick={print}>
        {many ? `箱に入れる紙を印刷する(${boxes.length}枚)` : '箱に入れる紙を印刷する'}
      </QuietButton>
      {printing && <Slips request={request} name={name} />}
    </Screen>
  )
}

const Slips = ({ request: { id, boxes, shipTo }, name }: { request: PurchaseRequest; name: string }) => (
  <OnPaper page={{ size: 'A4', margin: '12mm' }}>
    {boxes.map(({ seq, boxCode }) => (
      <Slip key={seq}>
        <Picture code={boxCode} />
        <div>
          <p>{`申し込み番号${boxes.length > 1 ? `(${seq} / ${boxes.length})` : ''}`}</p>
          <b>{id}</b>
          <b className="name">{`${name} 様`}</b>
          <p>{`送り先 ${shipTo.name}`}</p>
          <p>{boxCode}</p>
        </div>
      </Slip>
    ))}
  </OnPaper>
)
