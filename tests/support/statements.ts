import pg from 'pg'
import { vi } from 'vitest'

export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.map(([one]) => String((one as unknown as { text?: string })?.text ?? one))
  } finally {
    sent.mockRestore()
  }
}
