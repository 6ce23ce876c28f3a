import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { isOnline, onBackOnline, useOnline, watchServer } from './online.ts'
import { request } from './request.ts'
import { startRawServer } from './test-server.ts'

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

it('knows of a server that is gone although the browser has a connection, and of its return', async () => {
  const stop = watchServer()
  const back = vi.fn()
  const stopTelling = onBackOnline(back)
  const server = await startRawServer(() => ({ json: {} }))
  const call = () => request({ method: 'GET', path: '/api/x/' })
  await call()
  const failing = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('x'))
  await call().catch(() => undefined)
  await waitFor(() => expect(failing).toHaveBeenCalledTimes(2))
  expect(isOnline()).toBe(true)

  failing.mockRejectedValue(new TypeError('x'))
  await waitFor(async () => {
    await call().catch(() => undefined)
    expect(isOnline()).toBe(false)
  })
  failing.mockRestore()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(isOnline()).toBe(true))
  expect(back).toHaveBeenCalledOnce()
  stopTelling()
  stop()
  await server.close()
})
