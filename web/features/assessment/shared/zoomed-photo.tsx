import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { type Mark, MarkedPhoto } from '#web/ui/marked-photo.tsx'
import { closest, fitted, movedBy, onMark, type View, whole as wholeView, zoomedAt } from './zoom.rules.ts'

const Window = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  touchAction: 'none',
  cursor: 'grab',
  outline: 'none',
  '& > .layer': { position: 'absolute', inset: 0, transformOrigin: '0 0' },
  '& > .layer img': { userSelect: 'none', pointerEvents: 'none' },
  '& > .zoom': {
    position: 'absolute',
    right: 10,
    bottom: 10,
    display: 'grid',
    background: 'rgb(20 22 27 / 0.72)',
    borderRadius: 22,
  },
  '&:focus-visible': { boxShadow: 'inset 0 0 0 3px #ffffff' },
})

const step = 1.5

const isButton = ({ target }: { target: EventTarget }): boolean =>
  target instanceof Element && target.closest('button') !== null

type Props = {
  src: string
  alt: string
  marks: readonly Mark[]
  /** Shows the whole photo whenever this changes. */
  whole: number
}

/** Opens on the first circle. Two fingers, the wheel, a double press, the buttons and `+` `-` zoom; a drag moves. */
export function ZoomedPhoto({ src, alt, marks, whole }: Props) {
  const [view, setView] = useState<View>(wholeView)
  const box = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const sizeOf = () => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {}
    return { width, height }
  }
  useEffect(() => {
    if (whole > 0) setView(wholeView)
  }, [whole])
  useEffect(() => {
    const { current } = box
    if (!current) return
    // React's own listener is passive and could not keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = current.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      const size = { width: current.clientWidth, height: current.clientHeight }
      setView((now) => zoomedAt(now, Math.exp(-event.deltaY / 400), at, size))
    }
    current.addEventListener('wheel', wheel, { passive: false })
    return () => current.removeEventListener('wheel', wheel)
  }, [])
  const zoom = (by: number) => {
    const size = sizeOf()
    setView((now) => zoomedAt(now, by, { x: size.width / 2, y: size.height / 2 }, size))
  }
  const placeOf = (event: PointerEvent) => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = placeOf(event)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    const size = sizeOf()
    if (!other) {
      setView((current) => movedBy(current, { x: now.x - before.x, y: now.y - before.y }, size))
      return
    }
    const apart = Math.hypot(before.x - other.x, before.y - other.y)
    const by = apart > 0 ? Math.hypot(now.x - other.x, now.y - other.y) / apart : 1
    setView((current) => zoomedAt(current, by, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, size))
  }
  const lift = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId)
  const press = (event: KeyboardEvent) => {
    const by = { '+': step, ';': step, '=': step, '-': 1 / step }[event.key]
    if (by) zoom(by)
  }
  return (
    <Window
      ref={box}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (isButton(event)) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        fingers.current.set(event.pointerId, placeOf(event))
      }}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
      onDoubleClick={(event) => {
        if (isButton(event)) return
        const { left, top } = event.currentTarget.getBoundingClientRect()
        const at = { x: event.clientX - left, y: event.clientY - top }
        setView((now) => (now.scale > 1 ? wholeView : zoomedAt(now, closest / 2, at, sizeOf())))
      }}
      onLoadCapture={({ target }) => {
        const [mark] = marks
        if (!mark || !(target instanceof HTMLImageElement) || whole > 0) return
        const size = sizeOf()
        setView(onMark(mark, fitted(target.naturalWidth, target.naturalHeight, size), size))
      }}
    >
      <div
        className="layer"
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
      >
        <MarkedPhoto marks={marks}>
          <img src={src} alt={alt} draggable={false} />
        </MarkedPhoto>
      </div>
      <div className="zoom">
        <IconButton label="拡大する" onClick={() => zoom(step)}>
          <Icon name="plus" />
        </IconButton>
        <IconButton label="縮小する" onClick={() => zoom(1 / step)}>
          <Icon name="minus" />
        </IconButton>
      </div>
    </Window>
  )
}
