import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { lasting } from '#web/lib/storage.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SelectField } from '#web/ui/field.tsx'
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
const perSheet = 24
const OnSheets = styled('div')({
  '& ol': { display: 'grid', gridTemplateColumns: 'repeat(3, 70mm)', gap: 0 },
  '& li': {
    width: '70mm',
    height: '37mm',
    gridTemplateColumns: '27mm minmax(0, 1fr)',
    gap: '2mm',
    padding: '4mm',
    border: 0,
    overflow: 'hidden',
    breakInside: 'avoid',
  },
  '& img': { width: '27mm', height: '27mm' },
})

// The roll is cut after each label: 62 × 30 mm, of which the printer leaves a margin of 1.5 mm on each side.
const OnRoll = styled('div')({
  '& ol': { display: 'block' },
  '& li': {
    width: '62mm',
    height: '29.9mm',
    gridTemplateColumns: '24mm minmax(0, 1fr)',
    gap: '2mm',
    padding: '2mm 3mm',
    border: 0,
    borderRadius: 0,
    overflow: 'hidden',
    breakInside: 'avoid',
    breakAfter: 'page',
  },
  '& li:last-of-type': { breakAfter: 'auto' },
  '& img': { width: '24mm', height: '24mm' },
})

const papers = {
  sheet: { label: 'A4のシール(24面)', page: { size: 'A4', margin: 0 }, Paper: OnSheets },
  roll: { label: '62mmのロール', page: { size: '62mm 30mm', margin: 0 }, Paper: OnRoll },
} as const
type PaperName = keyof typeof papers

const kept = 'okuru.label-paper'

/** Belongs to the printer of this workplace, so the browser keeps it. */
function usePaper() {
  const [paper, setPaper] = useState<PaperName>(() => (lasting.get(kept) === 'roll' ? 'roll' : 'sheet'))
  const [start, setStart] = useState(1)
  return {
    paper,
    start,
    setStart,
    setPaper: (next: PaperName) => {
      lasting.set(kept, next)
      setPaper(next)
    },
  }
}

const positions = Array.from({ length: perSheet }, (_, index) => ({
  value: index + 1,
  label: `${index + 1}枚目(${Math.floor(index / 3) + 1}段目の${['左', '中', '右'][index % 3]})`,
}))

function PaperFields({ paper, start, setPaper, setStart }: ReturnType<typeof usePaper>) {
  return (
    <Row gap={12} style={{ alignItems: 'end', flex: '1 1 300px' }}>
      <div style={{ flex: '0 1 180px' }}>
        <SelectField
          label="用紙"
          value={paper}
          onChange={({ target }) => setPaper(target.value as PaperName)}
          options={(Object.keys(papers) as PaperName[]).map((value) => ({
            value,
            label: papers[value].label,
          }))}
        />
      </div>
      {paper === 'sheet' && (
        <div style={{ flex: '0 1 190px' }}>
          <SelectField
            label="印刷を始める位置"
            value={start}
            onChange={({ target }) => setStart(Number(target.value))}
            options={positions}
          />
        </div>
      )}
    </Row>
  )
}

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

export function StickerSheet({ label, stickers, onClose }: Props) {
  const { codes, failed, again } = useCodes(stickers)
  const choice = usePaper()
  const ready = codes !== undefined
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
  const { page, Paper } = papers[choice.paper]
  const blanks = choice.paper === 'sheet' ? choice.start - 1 : 0
  return (
    <div>
      <Row style={{ justifyContent: 'flex-end', alignItems: 'end', marginBottom: 10 }}>
        <PaperFields {...choice} />
        {onClose && <QuietButton onClick={onClose}>閉じる</QuietButton>}
        <MainButton
          startIcon={<Icon name="print" size={18} />}
          endIcon={<Kbd>L</Kbd>}
          onClick={() => window.print()}
        >
          {`${label}を印刷する(${stickers.length}枚)`}
        </MainButton>
      </Row>
      <List label={label} stickers={stickers} codes={codes} />
      <OnPaper page={page}>
        <Paper>
          <List label={label} stickers={stickers} codes={codes} blanks={blanks} />
        </Paper>
      </OnPaper>
    </div>
  )
}

type ListProps = {
  label: string
  stickers: readonly Sticker[]
  codes: Readonly<Record<string, string>>
  blanks?: number
}

function List({ label, stickers, codes, blanks = 0 }: ListProps) {
  return (
    <Sheet aria-label={label}>
      {Array.from({ length: blanks }, (_, index) => (
        <li key={`blank ${positions[index]?.value}`} aria-hidden />
      ))}
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
}
