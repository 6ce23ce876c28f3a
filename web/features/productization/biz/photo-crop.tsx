import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Muted } from '#web/ui/page.tsx'

export type Crop = { x: number; y: number; width: number; height: number }

const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 }
const SMALLEST = 0.05
const STEP = 0.01
const DRAWN_EDGE = 1200

const Root = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gap: 12,
    justifyItems: 'center',
    '& .stage': { position: 'relative', touchAction: 'none', userSelect: 'none', lineHeight: 0 },
    '& canvas': { maxWidth: '100%', maxHeight: '60vh', background: palette.bg.sunken },
    '& .clip': { position: 'absolute', inset: 0, overflow: 'hidden' },
    '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'center' },
  }
})

const Frame = styled('button')(({ theme }) => ({
  position: 'absolute',
  padding: 0,
  background: 'none',
  border: '2px solid #ffffff',
  boxShadow: '0 0 0 9999px rgb(0 0 0 / 0.5)',
  outlineOffset: 3,
  cursor: 'move',
  '&:focus-visible': { outline: `3px solid ${theme.okuru.palette.primary.light}` },
  '& i': {
    position: 'absolute',
    width: 24,
    height: 24,
    border: '4px solid #ffffff',
    borderRadius: 4,
  },
  '& i[data-corner="nw"]': {
    left: -4,
    top: -4,
    borderRight: 0,
    borderBottom: 0,
    cursor: 'nw-resize',
  },
  '& i[data-corner="ne"]': {
    right: -4,
    top: -4,
    borderLeft: 0,
    borderBottom: 0,
    cursor: 'ne-resize',
  },
  '& i[data-corner="sw"]': {
    left: -4,
    bottom: -4,
    borderRight: 0,
    borderTop: 0,
    cursor: 'sw-resize',
  },
  '& i[data-corner="se"]': {
    right: -4,
    bottom: -4,
    borderLeft: 0,
    borderTop: 0,
    cursor: 'se-resize',
  },
}))

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

export function moved({ x, y, width, height }: Crop, across: number, down: number): Crop {
  return { x: within(x + across, 0, 1 - width), y: within(y + down, 0, 1 - height), width, height }
}

/** `corner` as on a map. */
export function resized(crop: Crop, corner: string, across: number, down: number): Crop {
  const [right, bottom] = [crop.x + crop.width, crop.y + crop.height]
  const x = corner.includes('w') ? within(crop.x + across, 0, right - SMALLEST) : crop.x
  const y = corner.includes('n') ? within(crop.y + down, 0, bottom - SMALLEST) : crop.y
  const endX = corner.includes('e') ? within(right + across, crop.x + SMALLEST, 1) : right
  const endY = corner.includes('s') ? within(bottom + down, crop.y + SMALLEST, 1) : bottom
  return { x, y, width: endX - x, height: endY - y }
}

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Turned as the photo will be. */
function useTurned(url: string, turn: number) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const image = new Image()
    image.onerror = () => setFailed(true)
    image.onload = () => {
      const place = canvas.current
      const pen = place?.getContext('2d')
      if (!place || !pen) return
      const scale = Math.min(1, DRAWN_EDGE / Math.max(image.width, image.height))
      const [width, height] = [image.width * scale, image.height * scale]
      const isAcross = turn % 180 !== 0
      place.width = Math.round(isAcross ? height : width)
      place.height = Math.round(isAcross ? width : height)
      pen.translate(place.width / 2, place.height / 2)
      pen.rotate((turn * Math.PI) / 180)
      pen.drawImage(image, -width / 2, -height / 2, width, height)
    }
    image.src = url
    return () => {
      image.onload = null
      image.onerror = null
    }
  }, [url, turn])
  return { canvas, failed }
}

type Props = {
  url: string
  turn: number
  crop: Crop | null
  onApply: (crop: Crop | null) => void
  onClose: () => void
}

export function PhotoCrop({ url, turn, crop: given, onApply, onClose }: Props) {
  const [crop, setCrop] = useState(given ?? WHOLE)
  const { canvas, failed } = useTurned(url, turn)
  const held = useRef<{ x: number; y: number; corner: string | undefined; crop: Crop }>(undefined)
  const apply = () => onApply(crop.width > 0.995 && crop.height > 0.995 ? null : crop)
  const begin = (event: PointerEvent<HTMLElement>) => {
    const corner = (event.target as HTMLElement).dataset.corner
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY, corner, crop }
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    const { current: start } = held
    const box = canvas.current?.getBoundingClientRect()
    if (!start || !box || box.width === 0) return
    const across = (event.clientX - start.x) / box.width
    const down = (event.clientY - start.y) / box.height
    setCrop(start.corner ? resized(start.crop, start.corner, across, down) : moved(start.crop, across, down))
  }
  const onKey = (event: KeyboardEvent) => {
    const way = ways[event.key]
    if (event.key === 'Enter') apply()
    else if (way) setCrop(event.shiftKey ? resized(crop, 'se', ...way) : moved(crop, ...way))
    else return
    event.preventDefault()
  }
  const percent = (value: number) => `${value * 100}%`
  return (
    <Dialog open wide title="写真を切り抜く" onClose={onClose}>
      <Root>
        {failed ? (
          <p role="alert">元の写真を表示できませんでした。接続を確かめて、もう一度開いてください。</p>
        ) : (
          <div className="stage">
            <canvas ref={canvas} />
            <div className="clip">
              <Frame
                autoFocus
                type="button"
                aria-label={`残す範囲: 左から${Math.round(crop.x * 100)}%、上から${Math.round(crop.y * 100)}%、幅${Math.round(crop.width * 100)}%、高さ${Math.round(crop.height * 100)}%`}
                style={{
                  left: percent(crop.x),
                  top: percent(crop.y),
                  width: percent(crop.width),
                  height: percent(crop.height),
                }}
                onPointerDown={begin}
                onPointerMove={drag}
                onPointerUp={() => {
                  held.current = undefined
                }}
                onKeyDown={onKey}
              >
                {['nw', 'ne', 'sw', 'se'].map((corner) => (
                  <i key={corner} data-corner={corner} />
                ))}
              </Frame>
            </div>
          </div>
        )}
        <Muted>矢印キーで動かし、Shift+矢印キーで大きさを変えます。Enterで決めます。</Muted>
        <div className="acts">
          <MainButton onClick={apply} disabled={failed}>
            この範囲にする
          </MainButton>
          <QuietButton onClick={() => onApply(null)}>切り抜きをやめる</QuietButton>
          <QuietButton onClick={onClose}>閉じる</QuietButton>
        </div>
      </Root>
    </Dialog>
  )
}
