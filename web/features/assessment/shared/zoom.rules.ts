import type { Mark } from '#web/ui/marked-photo.tsx'

/** How the photo lies in its window: moved by x and y after it was enlarged from the upper left corner. */
export type View = { scale: number; x: number; y: number }
type Point = { x: number; y: number }
type Size = { width: number; height: number }
type Box = Size & { left: number; top: number }

export const whole: View = { scale: 1, x: 0, y: 0 }
export const closest = 6

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** No edge of the photo comes inside the window. */
const kept = ({ scale, x, y }: View, { width, height }: Size): View => ({
  scale,
  x: within(x, width * (1 - scale), 0),
  y: within(y, height * (1 - scale), 0),
})

export const movedBy = (view: View, by: Point, size: Size): View =>
  kept({ ...view, x: view.x + by.x, y: view.y + by.y }, size)

/** The point under the finger stays there. */
export function zoomedAt(view: View, by: number, at: Point, size: Size): View {
  const scale = within(view.scale * by, 1, closest)
  const grown = scale / view.scale
  return kept({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, size)
}

/** Where a photo lies that is fitted whole into the window. */
export function fitted(naturalWidth: number, naturalHeight: number, { width, height }: Size): Box {
  const scale = Math.min(width / naturalWidth, height / naturalHeight)
  const box = { width: naturalWidth * scale, height: naturalHeight * scale }
  return { ...box, left: (width - box.width) / 2, top: (height - box.height) / 2 }
}

/** The circle in the middle, at about half of the window. */
export function onMark({ x, y, r }: Mark, photo: Box, size: Size): View {
  const diameter = (2 * r * photo.width) / 1000
  const scale = within(Math.min(size.width, size.height) / 2 / diameter, 1, closest)
  const centre = {
    x: photo.left + (x / 1000) * photo.width,
    y: photo.top + (y / 1000) * photo.height,
  }
  return kept({ scale, x: size.width / 2 - centre.x * scale, y: size.height / 2 - centre.y * scale }, size)
}
