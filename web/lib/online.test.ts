import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useOnline } from './online.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('follows the connection of the browser', () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const { result } = renderHook(() => useOnline())
  expect(result.current).toBe(true)
  connection.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(result.current).toBe(false)
  connection.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(result.current).toBe(true)
})
