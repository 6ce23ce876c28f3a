import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { blankRow, type Row } from './entry-types.ts'
import { usePrices } from './use-prices.ts'

const named = {
  ...{ low: 8_500, center: 10_000, high: 11_500, template: 2, steps: [], past: null },
  ...{ drift_permille: null, reason: null },
}
const total = { low: 0, center: 0, high: 0, priced: 0, unpriced: 0 }

let server: TestServer
let asked: Seen[]
beforeEach(async () => {
  asked = []
  server = await startServer((seen: Seen) => {
    asked.push(seen)
    return { json: { prices: [named], total } }
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const row = (slug: string, part: Partial<Row>): Row => ({
  ...blankRow(slug),
  ...{ brand: 1, category: 5, condition: 7 },
  ...part,
})

function client() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
}

it('rows of one article share a query, and render as often as something changes', async () => {
  // The server sorts attributes; what is typed stands in the order of typing.
  const rows = [
    row('4-1', { id: 1, attributes: { 丈: 60, 素材: '革' } }),
    row('new-4-a', { attributes: { 素材: '革', 丈: 60 } }),
    row('4-2', { id: 2, attributes: { 丈: 60, 素材: '革' } }),
  ]
  let renders = 0
  const { result, rerender } = renderHook(
    ({ shown }: { shown: readonly Row[] }) => {
      renders++
      return usePrices(shown, () => true)
    },
    { wrapper: client(), initialProps: { shown: rows } },
  )
  await waitFor(() =>
    expect(rows.map((one) => result.current.of(one)?.center)).toEqual([10_000, 10_000, 10_000]),
  )
  expect(asked).toHaveLength(1)
  const before = renders
  for (const count of [1, 2, 3]) rerender({ shown: rows.slice(0, count) })
  // As after a save: the same rows as new objects.
  for (let times = 0; times < 5; times++) rerender({ shown: rows.map((one) => ({ ...one })) })
  await new Promise((end) => setTimeout(end, 50))
  expect(renders - before).toBeLessThan(30)
})
