import type { QueryClient } from '@tanstack/react-query'
import { reportReachable } from '#web/lib/online.ts'
import { readTokens, storeRefreshed } from '#web/lib/tokens.ts'

const MOST_MS = 300

/**
 * Takes over the responses with which the server drew the first page, so that the program begins with the same page. Not
 * after a sign-in or sign-out in between, by another tab.
 */
export async function keepDrawnResponses(client: QueryClient): Promise<void> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, MOST_MS, null))
  const drawn = await Promise.race([window.okuruDrawn, late])
  if (!drawn) return
  reportReachable()
  const { refresh, userType } = readTokens()
  if (drawn.refresh !== (userType === 'customer' ? (refresh ?? undefined) : undefined)) return
  if (drawn.access) storeRefreshed({ access: drawn.access })
  for (const { key, data } of drawn.responses) client.setQueryData(key, data)
}
