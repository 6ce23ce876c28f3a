import { purchaseRequestCalls } from '#contract/purchase-request'
import { codeKind, tidyCode } from '#contract/scan-code'
import { ask } from '#web/lib/ask.ts'
import { onlyHit } from '#web/lib/only-hit.ts'
import { type Found, lookUpCode } from './code-look-up.ts'

const ofRequest = (id: number) => ({ to: '/biz/requests/$id', params: { id: String(id) } }) as const

export function recordPlaceOf({ request, slug, staff }: Found) {
  if (request === null) return { to: '/biz/requests', search: { assessor: staff ?? undefined } } as const
  if (slug === null) return ofRequest(request)
  return { to: '/biz/bench/$id', params: { id: String(request) }, search: { item: slug } } as const
}

export async function findAnything(text: string) {
  if (codeKind(text) !== 'unknown') {
    const looked = await lookUpCode(tidyCode(text))
    if ('found' in looked) return recordPlaceOf(looked.found)
  }
  const only = await onlyHit(text, (q) => ask(purchaseRequestCalls.bizList, { query: { q, size: 2 } }))
  return only ? ofRequest(only.id) : ({ to: '/biz/requests', search: { q: text } } as const)
}
