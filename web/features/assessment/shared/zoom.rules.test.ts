import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closest, fitted, movedBy, onMark, type View, whole, zoomedAt } from './zoom.rules.ts'

const size = fc.record({
  width: fc.integer({ min: 200, max: 1600 }),
  height: fc.integer({ min: 200, max: 1200 }),
})
const far = fc.double({ min: -3000, max: 3000, noNaN: true })
const step = fc.record({
  by: fc.double({ min: 0.2, max: 4, noNaN: true }),
  x: far,
  y: far,
})

describe('an enlarged photo', () => {
  it('fills its window however it is moved and enlarged', () => {
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 12 }), (window, steps) => {
        let view: View = whole
        for (const { by, x, y } of steps) {
          view = zoomedAt(view, by, { x: Math.abs(x) % window.width, y: Math.abs(y) % window.height }, window)
          view = movedBy(view, { x, y }, window)
          expect(view.scale).toBeGreaterThanOrEqual(1)
          expect(view.scale).toBeLessThanOrEqual(closest)
          expect(view.x).toBeLessThanOrEqual(0)
          expect(view.y).toBeLessThanOrEqual(0)
          expect(view.x + window.width * view.scale).toBeGreaterThanOrEqual(window.width - 0.001)
          expect(view.y + window.height * view.scale).toBeGreaterThanOrEqual(window.height - 0.001)
        }
      }),
    )
  })

  it('opens with the circle in sight', () => {
    const mark = fc.record({
      x: fc.integer({ min: 0, max: 1000 }),
      y: fc.integer({ min: 0, max: 1000 }),
      r: fc.integer({ min: 10, max: 500 }),
    })
    fc.assert(
      fc.property(mark, size, (circle, window) => {
        const photo = fitted(960, 1200, window)
        const view = onMark(circle, photo, window)
        const shown = {
          x: (photo.left + (circle.x / 1000) * photo.width) * view.scale + view.x,
          y: (photo.top + (circle.y / 1000) * photo.height) * view.scale + view.y,
        }
        expect(shown.x).toBeGreaterThanOrEqual(-0.001)
        expect(shown.x).toBeLessThanOrEqual(window.width + 0.001)
        expect(shown.y).toBeGreaterThanOrEqual(-0.001)
        expect(shown.y).toBeLessThanOrEqual(window.height + 0.001)
      }),
    )
  })
})
