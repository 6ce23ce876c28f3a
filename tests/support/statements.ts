import pg from 'pg'
import { vi } from 'vitest'

/** The statements this process sends to the database while something is done, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.map(([one]) => String((one as unknown as { text?: string })?.text ?? one))
  } finally {
    sent.mockRestore()
  }
}
