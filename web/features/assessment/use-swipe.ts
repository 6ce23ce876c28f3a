import { type TouchEvent, useRef, useState } from 'react'

const far = 56

/**
 * Fingers that mean something else: moving a photo in a dialog above (React passes its touches up here too), or the
 * enlarged page.
 */
const isElsewhere = ({ target, currentTarget }: TouchEvent): boolean =>
  (target instanceof Node && !currentTarget.contains(target)) || (window.visualViewport?.scale ?? 1) > 1.01

/** A swipe moves to the next or the one before, and decides nothing. The page still scrolls up and down. */
export function useSwipe(go: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number; across: boolean | undefined; moved: number } | undefined>(
    undefined,
  )
  const [shift, setShift] = useState(0)
  const end = () => {
    const moved = start.current?.moved ?? 0
    start.current = undefined
    setShift(0)
    if (Math.abs(moved) >= far) go(moved < 0 ? 1 : -1)
  }
  return {
    shift,
    handlers: {
      onTouchStart: (event: TouchEvent) => {
        const { touches } = event
        const finger = touches[0]
        start.current =
          finger && touches.length === 1 && !isElsewhere(event)
            ? { x: finger.clientX, y: finger.clientY, across: undefined, moved: 0 }
            : undefined
        setShift(0)
      },
      onTouchMove: ({ touches }: TouchEvent) => {
        const { current } = start
        const finger = touches[0]
        if (!current || !finger || current.across === false) return
        const [x, y] = [finger.clientX - current.x, finger.clientY - current.y]
        if (current.across === undefined && Math.hypot(x, y) > 10)
          current.across = Math.abs(x) > 1.5 * Math.abs(y)
        if (!current.across) return
        current.moved = x
        setShift(x)
      },
      onTouchEnd: end,
      onTouchCancel: () => {
        start.current = undefined
        setShift(0)
      },
    },
  }
}
