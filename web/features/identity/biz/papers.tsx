import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { identityCalls } from '#contract/identity'
import { type CaptureSlot, captureSlotLabel } from '#contract/identity-paper'
import { ask, sentenceFor } from '#web/lib/ask.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { Review } from './review-types.ts'

const Frame = styled('div')({
  position: 'relative',
  overflow: 'auto',
  display: 'grid',
  placeItems: 'center',
  height: 'min(52vh, 520px)',
  color: '#ffffff',
  background: '#23262e',
  borderRadius: 10,
  '&[data-small]': { height: 220 },
  '& img': { display: 'block', transformOrigin: 'center' },
})

/** Decrypted for this page only; the server records each view. */
function usePicture(id: number, slot: CaptureSlot, taken: string | undefined) {
  const [shown, setShown] = useState<{ of: string; url?: string; problem?: string }>()
  const of = `${id} ${slot} ${taken}`
  useEffect(() => {
    if (taken === undefined) return
    let url: string | undefined
    const asked = ask(identityCalls.reviewImage, { params: { id, slot } })
    asked.then(
      (picture) => {
        url = URL.createObjectURL(picture)
        setShown({ of, url })
      },
      (error) => setShown({ of, problem: sentenceFor(error) }),
    )
    return () => {
      asked.cancel()
      if (url) URL.revokeObjectURL(url)
    }
  }, [id, slot, taken, of])
  return shown?.of === of ? shown : undefined
}

const takenAt = (review: Review, slot: CaptureSlot): string | undefined =>
  review.captures.find((capture) => capture.slot === slot)?.capturedAt

const fitting = (small: boolean) => ({ maxWidth: '100%', maxHeight: small ? 220 : 'min(52vh, 520px)' })

type PictureProps = { review: Review; slot: CaptureSlot; zoom?: number; turns?: number; small?: boolean }

export function Picture({ review, slot, zoom = 1, turns = 0, small = false }: PictureProps) {
  const taken = takenAt(review, slot)
  const picture = usePicture(review.id, slot, taken)
  if (taken === undefined)
    return (
      <Frame data-small={small ? '' : undefined}>
        <span>画像はありません</span>
      </Frame>
    )
  const name = captureSlotLabel[slot]
  return (
    <Frame
      data-small={small ? '' : undefined}
      tabIndex={small ? undefined : 0}
      role="group"
      aria-label={name}
    >
      {picture?.problem && <span role="alert">{picture.problem}</span>}
      {!picture && <span>画像を開いています</span>}
      {picture?.url && (
        <img
          src={picture.url}
          alt={`お客さまの${name}の画像`}
          style={{
            ...(zoom === 1 ? fitting(small) : { width: `${96 * zoom}%` }),
            transform: `rotate(${turns * 90}deg)`,
          }}
        />
      )}
    </Frame>
  )
}

const zooms = [1, 1.5, 2.2, 3.2] as const

export function Papers({
  review,
  slots,
  slot,
  onSlot,
}: {
  review: Review
  slots: readonly CaptureSlot[]
  slot: CaptureSlot
  onSlot: (slot: CaptureSlot) => void
}) {
  const [step, setStep] = useState(0)
  const [turns, setTurns] = useState(0)
  const larger = () => setStep((now) => Math.min(zooms.length - 1, now + 1))
  const smaller = () => setStep((now) => Math.max(0, now - 1))
  const turn = () => setTurns((now) => now + 1)
  const show = (next: CaptureSlot) => {
    setStep(0)
    setTurns(0)
    onSlot(next)
  }
  useShortcuts([
    ...slots.map((each, index) => ({
      code: `Digit${index + 1}`,
      label: `${captureSlotLabel[each]}の画像を見る`,
      run: () => show(each),
    })),
    { code: 'KeyX', label: '画像を大きくする', run: larger },
    { code: 'KeyZ', label: '画像を小さくする', run: smaller },
    { code: 'KeyV', label: '画像を回す', run: turn },
  ])
  return (
    <div>
      <Row style={{ marginBottom: 8 }} role="group" aria-label="画像">
        {slots.map((each, index) => (
          <QuietButton
            key={each}
            size="small"
            aria-pressed={each === slot}
            style={each === slot ? { borderWidth: 2.5, fontWeight: 700 } : undefined}
            endIcon={<Kbd>{index + 1}</Kbd>}
            onClick={() => show(each)}
          >
            {captureSlotLabel[each]}
          </QuietButton>
        ))}
      </Row>
      <Picture review={review} slot={slot} zoom={zooms[step] ?? 1} turns={turns} />
      <Row style={{ margin: '8px 0' }}>
        <QuietButton size="small" onClick={smaller} disabled={step === 0} endIcon={<Kbd>Z</Kbd>}>
          小さく
        </QuietButton>
        <QuietButton
          size="small"
          onClick={larger}
          disabled={step === zooms.length - 1}
          endIcon={<Kbd>X</Kbd>}
        >
          大きく
        </QuietButton>
        <QuietButton size="small" onClick={turn} endIcon={<Kbd>V</Kbd>}>
          回す
        </QuietButton>
        <Muted style={{ fontSize: 12 }}>開いた画像は、1枚ずつ記録されます。</Muted>
      </Row>
      {slot !== 'face' && slots.includes('face') && (
        <>
          <h2 style={{ fontSize: 14, margin: '8px 0 4px' }}>お顔</h2>
          <Picture review={review} slot="face" small />
        </>
      )}
    </div>
  )
}
