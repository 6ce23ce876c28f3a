import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { Row } from '#web/ui/page.tsx'

export type LabelEntry = { slug: string; seq: number; title: string }

type Props = {
  request: number
  customerName: string
  labels: readonly LabelEntry[]
  onClose?: () => void
  /** Opens the printer's dialog as soon as the codes are drawn. */
  printAtOnce?: boolean
}

const Sheet = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
  gap: 8,
  '& li': {
    display: 'grid',
    gridTemplateColumns: '76px minmax(0, 1fr)',
    gap: 10,
    alignItems: 'center',
    padding: 8,
    background: '#ffffff',
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 8,
    fontSize: 11,
    lineHeight: 1.45,
    color: '#000000',
  },
  '& img': { width: 76, height: 76, imageRendering: 'pixelated' },
  '& b': { display: 'block', fontSize: 15 },
  '& code': { display: 'block', fontFamily: 'monospace', fontSize: 11, overflowWrap: 'anywhere' },
}))

// 24 to a sheet of A4, 70 by 37 mm, as office label paper has them.
const Stickers = styled('div')({
  '& ol': { display: 'grid', gridTemplateColumns: 'repeat(3, 70mm)', gap: 0 },
  '& li': {
    width: '70mm',
    height: '37mm',
    gridTemplateColumns: '27mm minmax(0, 1fr)',
    gap: '2mm',
    padding: '4mm',
    border: 0,
    breakInside: 'avoid',
  },
  '& img': { width: '27mm', height: '27mm' },
})

/** Pictures of the codes. The library comes with the first label, not with the page. */
function useCodes(labels: readonly LabelEntry[]) {
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again for the same.
  useEffect(() => {
    let gone = false
    import('./qr-picture.ts').then(
      ({ qrPicture }) => {
        if (!gone) setCodes(Object.fromEntries(labels.map(({ slug }) => [slug, qrPicture(slug)])))
      },
      () => {
        if (!gone) setFailed(true)
      },
    )
    return () => {
      gone = true
    }
  }, [labels, attempt])
  const again = () => {
    setFailed(false)
    setAttempt((before) => before + 1)
  }
  return { codes, failed, again }
}

/** The labels of a box: shown here, and on paper one to a sticker. */
export function LabelSheet({ request, customerName, labels, onClose, printAtOnce = false }: Props) {
  const { codes, failed, again } = useCodes(labels)
  const ready = codes !== undefined
  useEffect(() => {
    if (!ready || !printAtOnce) return
    // After the pictures are decoded.
    const timer = setTimeout(() => window.print(), 150)
    return () => clearTimeout(timer)
  }, [ready, printAtOnce])
  if (failed)
    return (
      <ErrorPanel
        kind="offline"
        onRetry={again}
        action={onClose && <QuietButton onClick={onClose}>閉じる</QuietButton>}
      >
        ラベルを用意できませんでした。通信を確かめて、もう一度お試しください。
      </ErrorPanel>
    )
  if (!codes) return <Loading />
  const list = (
    <Sheet aria-label="商品ラベル">
      {labels.map(({ slug, seq, title }) => (
        <li key={slug}>
          <img src={codes[slug]} alt={`商品コード ${slug}`} />
          <span>
            <b>
              {request}-{seq}
            </b>
            {title && <span>{title}</span>}
            <span>{customerName} 様</span>
            <code>{slug}</code>
          </span>
        </li>
      ))}
    </Sheet>
  )
  return (
    <div>
      <Row style={{ justifyContent: 'flex-end', marginBottom: 10 }}>
        {onClose && <QuietButton onClick={onClose}>閉じる</QuietButton>}
        <MainButton startIcon={<Icon name="print" size={18} />} onClick={() => window.print()}>
          {`ラベルを印刷する(${labels.length}枚)`}
        </MainButton>
      </Row>
      {list}
      <OnPaper page={{ size: 'A4', margin: 0 }}>
        <Stickers>{list}</Stickers>
      </OnPaper>
    </div>
  )
}
