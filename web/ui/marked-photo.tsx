import { styled } from '@mui/material/styles'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'

/** A circle in thousandths of the photo; the radius of its width. */
export type Mark = { x: number; y: number; r: number }

export const firstMark: Mark = { x: 500, y: 500, r: 90 }
const smallest = 30
const largest = 500

const Root = styled('span', { shouldForwardProp: (name) => name !== 'fit' })<{ fit: 'contain' | 'cover' }>(
  ({ fit }) => ({
    position: 'relative',
    display: 'block',
    width: '100%',
    height: '100%',
    '& > img': { display: 'block', width: '100%', height: '100%', objectFit: fit },
    '& > svg': { position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' },
    '& > svg[data-draws]': { pointerEvents: 'auto', cursor: 'crosshair', touchAction: 'none' },
  }),
)

type Props = {
  marks: readonly Mark[]
  fit?: 'contain' | 'cover'
  /** Lets the reader draw a circle: a press sets it, a drag also its size. */
  onDraw?: ((mark: Mark) => void) | undefined
  /** Exactly one image. */
  children: ReactNode
}

/** The drawing has the ratio of the photo, so the circles stay on their place however the photo is fitted. */
export function MarkedPhoto({ marks, fit = 'contain', onDraw, children }: Props) {
  const [ratio, setRatio] = useState<number>()
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  const measure = (image: EventTarget) => {
    if (image instanceof HTMLImageElement && image.naturalWidth > 0)
      setRatio(image.naturalHeight / image.naturalWidth)
  }
  const placeOf = (event: PointerEvent<SVGSVGElement>) => {
    const matrix = event.currentTarget.getScreenCTM()?.inverse()
    return matrix && new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)
  }
  const draw = (centre: { x: number; y: number }, r: number) => {
    if (!ratio || centre.x < 0 || centre.x > 1000 || centre.y < 0 || centre.y > 1000 * ratio) return
    onDraw?.({ x: Math.round(centre.x), y: Math.round(centre.y / ratio), r: Math.round(r) })
  }
  return (
    <Root
      fit={fit}
      onLoadCapture={({ target }) => measure(target)}
      // A picture from the cache is loaded before the listener is there.
      ref={(root: HTMLSpanElement | null) => {
        const image = root?.querySelector('img')
        if (image?.complete && ratio === undefined) measure(image)
      }}
    >
      {children}
      {ratio && (marks.length > 0 || onDraw) && (
        <svg
          viewBox={`0 0 1000 ${1000 * ratio}`}
          preserveAspectRatio={fit === 'cover' ? 'xMidYMid slice' : 'xMidYMid meet'}
          aria-hidden
          data-draws={onDraw ? '' : undefined}
          onPointerDown={(event) => {
            if (!onDraw || event.button !== 0) return
            event.currentTarget.setPointerCapture?.(event.pointerId)
            const centre = placeOf(event)
            if (!centre) return
            from.current = centre
            draw(centre, firstMark.r)
          }}
          onPointerMove={(event) => {
            const place = from.current && placeOf(event)
            if (!from.current || !place) return
            const reach = Math.hypot(place.x - from.current.x, place.y - from.current.y)
            if (reach > smallest) draw(from.current, Math.min(largest, reach))
          }}
          onPointerUp={() => {
            from.current = undefined
          }}
        >
          {marks.map(({ x, y, r }) => (
            <Circle key={`${x}-${y}-${r}`} x={x} y={y * ratio} r={r} />
          ))}
        </svg>
      )}
    </Root>
  )
}

/** Red within white, so that it shows on any colour. */
function Circle({ x, y, r }: Mark) {
  const line = { cx: x, cy: y, r, fill: 'none', vectorEffect: 'non-scaling-stroke' as const }
  return (
    <>
      <circle {...line} stroke="#ffffff" strokeWidth={6} />
      <circle {...line} stroke="#c2302d" strokeWidth={3} />
    </>
  )
}
