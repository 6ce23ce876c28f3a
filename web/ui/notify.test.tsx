import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Notifications, notify } from './notify.tsx'
import { renderThemed } from './test-render.tsx'

beforeAll(async () => {
  await import('./notify-host.tsx')
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function pass(time: number) {
  for (let left = time; left > 0; left -= 50) await act(() => vi.advanceTimersByTimeAsync(50))
}
const seen = () => ['一', '二', '三', '四'].filter((text) => screen.queryByText(text))

describe('U02 notices', () => {
  it('shows three at once; a fourth makes the oldest leave', async () => {
    renderThemed(<Notifications />)
    for (const text of ['一', '二', '三']) act(() => notify.done(text))
    await pass(500)
    expect(seen()).toEqual(['一', '二', '三'])
    act(() => notify.done('四'))
    const frames: string[][] = []
    for (let time = 0; time < 5000; time += 100) {
      await pass(100)
      frames.push(seen())
    }
    expect(Math.max(...frames.map((frame) => frame.length))).toBe(3)
    expect(frames.find((frame) => frame.includes('四'))).toEqual(['二', '三', '四'])
  })

  it('hides each after 5000 ms, at the bottom in the middle', async () => {
    renderThemed(<Notifications />)
    act(() => notify.info('一'))
    await pass(100)
    const corner = screen.getByText('一').closest('.notistack-SnackbarContainer')
    if (!corner) throw new Error('no container')
    const { bottom, left, transform } = getComputedStyle(corner)
    expect({ bottom, left, transform }).toEqual({
      bottom: '14px',
      left: '50%',
      transform: 'translateX(-50%)',
    })
    await pass(4500)
    expect(seen()).toEqual(['一'])
    await pass(1500)
    expect(seen()).toEqual([])
  })
})
