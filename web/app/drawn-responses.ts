import type { QueryClient } from '@tanstack/react-query'
import { reportReachable } from '#web/lib/online.ts'
import { readTokens, storeRefreshed } from '#web/lib/tokens.ts'
import { disownDrawnPage } from './first-paint.ts'

const MOST_MS = 300

/**
 * Takes over the responses with which the server drew the first page, so that the program begins with the same page. Not
 * after a sign-in or sign-out in between, by another tab. The program does not wait long for them, but takes them also
 * when they are late: the drawn page is on the screen by then, and would give way to a skeleton.
 */
export async function keepDrawnResponses(client: QueryClient): Promise<void> {
  const kept = Promise.resolve(window.okuruDrawn).then((drawn) => keep(client, drawn))
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, MOST_MS))])
}

function keep(client: QueryClient, drawn: Awaited<Window['okuruDrawn']>): void {
  if (!drawn) return
  reportReachable()
  const { refresh, userType } = readTokens()
  if (drawn.refresh !== (userType === 'customer' ? (refresh ?? undefined) : undefined)) {
    disownDrawnPage()
    return
  }
  if (drawn.access) storeRefreshed({ access: drawn.access })
  for (const { key, data } of drawn.responses)
    if (client.getQueryData(key) === undefined) client.setQueryData(key, data)
}
