import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { Row } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

export type Sticker = { code: string; title: string; lines: readonly string[] }

type Props = {
  label: string
  stickers: readonly Sticker[]
  onClose?: () => void
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
  '& b, & .line': { display: 'block' },
  '& b': { fontSize: 15 },
  '& code': { display: 'block', fontFamily: 'monospace', fontSize: 11, overflowWrap: 'anywhere' },
}))

// A4 label paper: 24 labels of 70 × 37 mm.
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

/** Loads the code library with the first label. */
function useCodes(stickers: readonly Sticker[]) {
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again for the same.
  useEffect(() => {
    let gone = false
    import('./qr-picture.ts').then(
      ({ qrPicture }) => {
        if (!gone) setCodes(Object.fromEntries(stickers.map(({ code }) => [code, qrPicture(code)])))
      },
      () => {
        if (!gone) setFailed(true)
      },
    )
    return () => {
      gone = true
    }
  }, [stickers, attempt])
  const again = () => {
    setFailed(false)
    setAttempt((before) => before + 1)
  }
  return { codes, failed, again }
}

export function StickerSheet({ label, stickers, onClose, printAtOnce = false }: Props) {
  const { codes, failed, again } = useCodes(stickers)
  const ready = codes !== undefined
  useEffect(() => {
    if (!ready || !printAtOnce) return
    // Gives the images time to decode.
    const timer = setTimeout(() => window.print(), 150)
    return () => clearTimeout(timer)
  }, [ready, printAtOnce])
  useShortcuts([{ code: 'KeyL', label: `${label}を印刷する`, run: () => window.print() }], { enabled: ready })
  if (failed)
    return (
      <ErrorPanel
        kind="offline"
        onRetry={again}
        action={onClose && <QuietButton onClick={onClose}>閉じる</QuietButton>}
      >
        {`${label}を用意できませんでした。通信を確かめて、もう一度お試しください。`}
      </ErrorPanel>
    )
  if (!codes) return <Loading />
  const list = (
    <Sheet aria-label={label}>
      {stickers.map(({ code, title, lines }) => (
        <li key={code}>
          <img src={codes[code]} alt={`コード ${code}`} />
          <span>
            <b>{title}</b>
            {lines.filter(Boolean).map((line) => (
              <span key={line} className="line">
                {line}
              </span>
            ))}
            <code>{code}</code>
          </span>
        </li>
      ))}
    </Sheet>
  )
  return (
    <div>
      <Row style={{ justifyContent: 'flex-end', marginBottom: 10 }}>
        {onClose && <QuietButton onClick={onClose}>閉じる</QuietButton>}
        <MainButton
          startIcon={<Icon name="print" size={18} />}
          endIcon={<Kbd>L</Kbd>}
          onClick={() => window.print()}
        >
          {`${label}を印刷する(${stickers.length}枚)`}
        </MainButton>
      </Row>
      {list}
      <OnPaper page={{ size: 'A4', margin: 0 }}>
        <Stickers>{list}</Stickers>
      </OnPaper>
    </div>
  )
}
