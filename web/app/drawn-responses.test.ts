import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepDrawnResponses } from './drawn-responses.ts'

const key = ['GET /api/purchase_requests/{id}/', { params: { id: 1 } }]
const drawn = { html: '', css: '', access: null, responses: [{ key, data: { id: 1, from: 'drawn page' } }] }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  delete window.okuruDrawn
})

function arrivingAfter(ms: number): void {
  window.okuruDrawn = new Promise((resolve) => setTimeout(resolve, ms, drawn))
}

test('the program begins with the responses of the drawn page', async () => {
  const client = new QueryClient()
  arrivingAfter(100)
  const kept = keepDrawnResponses(client)
  await vi.advanceTimersByTimeAsync(100)
  await kept
  expect(client.getQueryData(key)).toEqual({ id: 1, from: 'drawn page' })
})

test('the program does not wait for a slow server, and still takes what arrives late', async () => {
  const client = new QueryClient()
  arrivingAfter(2000)
  const kept = keepDrawnResponses(client)
  await vi.advanceTimersByTimeAsync(300)
  await kept
  expect(client.getQueryData(key)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1700)
  expect(client.getQueryData(key)).toEqual({ id: 1, from: 'drawn page' })
})

test('what the program has read itself by then is newer, and stays', async () => {
  const client = new QueryClient()
  arrivingAfter(2000)
  void keepDrawnResponses(client)
  await vi.advanceTimersByTimeAsync(1000)
  client.setQueryData(key, { id: 1, from: 'program' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.getQueryData(key)).toEqual({ id: 1, from: 'program' })
})

test('a page that was not drawn, or whose drawing failed, begins without', async () => {
  const client = new QueryClient()
  await keepDrawnResponses(client)
  window.okuruDrawn = Promise.resolve(null)
  await keepDrawnResponses(client)
  expect(client.getQueryCache().getAll()).toEqual([])
})
