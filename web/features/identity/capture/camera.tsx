import { styled } from '@mui/material/styles'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CaptureSlot } from '#contract/identity-paper'
import { QuietButton } from '#web/ui/button.tsx'
import { HiddenTabs } from '#web/ui/hidden-tabs.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { type Hint, hintOf, hintText, qualityOf } from './frame-quality.ts'

const Stage = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  width: '100%',
  aspectRatio: '3 / 4',
  maxHeight: 'min(54vh, 640px)',
  margin: '0 auto',
  color: '#ffffff',
  background: '#14161c',
  borderRadius: 16,
  '& video': { width: '100%', height: '100%', objectFit: 'cover' },
  '& video[data-mirrored]': { transform: 'scaleX(-1)' },
  '@media (min-width: 600px)': { aspectRatio: '4 / 3' },
})

/** Between the advice and the shutter, neither of which may cover it. */
const Guide = styled('div')({
  position: 'absolute',
  inset: '64px 0 88px',
  margin: 'auto',
  boxShadow: '0 0 0 100vmax rgb(10 12 18 / 0.55)',
  border: '3px solid #ffffff',
  pointerEvents: 'none',
  '&[data-shape="card"]': { width: '88%', aspectRatio: '1.586', borderRadius: 14 },
  '&[data-shape="face"]': {
    height: '100%',
    maxHeight: 'calc(100% - 160px)',
    aspectRatio: '0.76',
    borderRadius: '50%',
  },
  '&[data-ready]': { borderColor: '#7fe0c3' },
  '@media (min-width: 600px)': { '&[data-shape="card"]': { width: '62%' } },
})

const Advice = styled('div')({
  position: 'absolute',
  inset: '0 0 auto',
  minHeight: 64,
  padding: '8px 16px 10px',
  textAlign: 'center',
  background: 'rgb(10 12 18 / 0.72)',
  '& b': { display: 'block', fontSize: 16 },
  '& span': { fontSize: 13 },
})

const Shutter = styled('button')(({ theme }) => ({
  position: 'absolute',
  inset: 'auto 0 12px',
  width: 72,
  height: 72,
  margin: '0 auto',
  padding: 0,
  background: theme.okuru.palette.bg.paper,
  border: `5px solid ${theme.okuru.palette.primary.main}`,
  borderRadius: '50%',
  boxShadow: `inset 0 0 0 4px ${theme.okuru.palette.bg.paper}, inset 0 0 0 40px ${theme.okuru.palette.accent.main}`,
  cursor: 'pointer',
  '&:focus-visible': { outline: `3px solid ${theme.okuru.palette.primary.light}`, outlineOffset: 3 },
  '&:active': { transform: 'scale(0.96)' },
}))

export type CameraTrouble = 'refused' | 'missing' | 'failed'

type Props = {
  slot: CaptureSlot
  onShot: (picture: Blob) => void
  onTrouble: (trouble: CameraTrouble) => void
}

const troubleOf = (error: unknown): CameraTrouble => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed'
}

function useStream(video: RefObject<HTMLVideoElement | null>, face: boolean, onTrouble: Props['onTrouble']) {
  const [isLive, setLive] = useState(false)
  const trouble = useRef(onTrouble)
  trouble.current = onTrouble
  useEffect(() => {
    let stream: MediaStream | undefined
    let gone = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const start = async () => {
      try {
        if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('', 'NotFoundError')
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: {
            facingMode: face ? 'user' : { ideal: 'environment' },
            width: { ideal: 1920 },
            height: { ideal: 1440 },
          },
        })
        if (gone) return stop()
        const { current } = video
        if (!current) return
        current.srcObject = stream
        await current.play()
        setLive(true)
        // Taken away by another application or by the system.
        for (const track of stream.getTracks()) track.onended = () => trouble.current('failed')
      } catch (error) {
        if (!gone) trouble.current(troubleOf(error))
      }
    }
    void start()
    return () => {
      gone = true
      stop()
    }
  }, [video, face])
  return isLive
}

const SAMPLE_WIDTH = 160
const SAMPLE_MS = 450

/** Looks at a small copy of the frame twice a second. */
function useHint(video: RefObject<HTMLVideoElement | null>, isLive: boolean, face: boolean): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null)
  useEffect(() => {
    if (!isLive) return
    const canvas = document.createElement('canvas')
    const timer = setInterval(() => {
      const { current } = video
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!current?.videoWidth || !context) return
      canvas.width = SAMPLE_WIDTH
      canvas.height = Math.round((SAMPLE_WIDTH * current.videoHeight) / current.videoWidth)
      context.drawImage(current, 0, 0, canvas.width, canvas.height)
      const inset = Math.round(canvas.width * 0.15)
      const { width, height } = canvas
      const pixels = context.getImageData(inset, inset, width - 2 * inset, Math.max(3, height - 2 * inset))
      setHint(hintOf(qualityOf(pixels), face ? 'face' : 'paper'))
    }, SAMPLE_MS)
    return () => clearInterval(timer)
  }, [video, isLive, face])
  return hint
}

const READABLE = 700
const MARGIN = 1.14

/** The part of the frame inside the guide, with some room; the whole frame of a camera with few pixels. */
async function shoot(video: HTMLVideoElement, guide: HTMLElement, face: boolean): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video
  const shown = video.getBoundingClientRect()
  const frame = guide.getBoundingClientRect()
  const scale = Math.max(shown.width / videoWidth, shown.height / videoHeight)
  const wanted = {
    width: Math.min(videoWidth, (frame.width / scale) * MARGIN),
    height: Math.min(videoHeight, (frame.height / scale) * MARGIN),
  }
  const middle = {
    x: (frame.left + frame.width / 2 - shown.left - shown.width / 2) / scale,
    y: (frame.top + frame.height / 2 - shown.top - shown.height / 2) / scale,
  }
  const isWhole = face || Math.min(wanted.width, wanted.height) < READABLE
  const width = Math.round(isWhole ? videoWidth : wanted.width)
  const height = Math.round(isWhole ? videoHeight : wanted.height)
  const from = (whole: number, part: number, shift: number) =>
    Math.max(0, Math.min(whole - part, (whole - part) / 2 + shift))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas
    .getContext('2d')
    ?.drawImage(
      video,
      from(videoWidth, width, middle.x),
      from(videoHeight, height, middle.y),
      width,
      height,
      0,
      0,
      width,
      height,
    )
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}

export function Camera({ slot, onShot, onTrouble }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const guide = useRef<HTMLDivElement>(null)
  const face = slot === 'face'
  const isLive = useStream(video, face, onTrouble)
  const hint = useHint(video, isLive, face)
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a small phone the shutter would be below the fold.
    if (isLive) stage.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isLive])
  const take = async () => {
    const picture = video.current && guide.current && (await shoot(video.current, guide.current, face))
    if (picture) onShot(picture)
    else onTrouble('failed')
  }
  const words = hint ? hintText[hint] : { title: 'そのまま撮れます', how: 'ボタンを押してください' }
  return (
    <div>
      <HiddenTabs />
      <Stage ref={stage}>
        <video
          ref={video}
          playsInline
          muted
          data-mirrored={face ? '' : undefined}
          aria-label="カメラの映像"
        />
        <Guide
          ref={guide}
          data-shape={face ? 'face' : 'card'}
          data-ready={isLive && hint === null ? '' : undefined}
        />
        <Advice role="status">
          {isLive ? (
            <>
              <b>{words.title}</b>
              <span>{words.how}</span>
            </>
          ) : (
            <b>カメラを準備しています</b>
          )}
        </Advice>
        {isLive && <Shutter type="button" aria-label="撮る" onClick={() => void take()} />}
      </Stage>
      <QuietButton
        style={{ marginTop: 14 }}
        startIcon={<Icon name="upload" />}
        onClick={() => onTrouble('failed')}
      >
        カメラを使わず、写真を選ぶ
      </QuietButton>
    </div>
  )
}
