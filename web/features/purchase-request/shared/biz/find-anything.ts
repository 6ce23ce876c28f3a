import { purchaseRequestCalls } from '#contract/purchase-request'
import { codeKind, tidyCode } from '#contract/scan-code'
import { ask } from '#web/lib/ask.ts'
import { onlyHit } from '#web/lib/only-hit.ts'
import { type Found, lookUpCode, placeOfArticle } from './code-look-up.ts'

const ofRequest = (id: number) => ({ to: '/biz/requests/$id', params: { id: String(id) } }) as const

export function recordPlaceOf({ request, slug, staff, next, candidates }: Found, code: string) {
  if (candidates.length > 0) return { to: '/biz/requests', search: { q: code } } as const
  if (request === null) return { to: '/biz/requests', search: { assessor: staff ?? undefined } } as const
  if (slug === null) return ofRequest(request)
  return placeOfArticle(next, request, slug)
}

export async function findAnything(text: string) {
  if (codeKind(text) !== 'unknown') {
    const code = tidyCode(text)
    const looked = await lookUpCode(code)
    if ('found' in looked) return recordPlaceOf(looked.found, code)
  }
  const only = await onlyHit(text, (q) => ask(purchaseRequestCalls.bizList, { query: { q, size: 2 } }))
  return only ? ofRequest(only.id) : ({ to: '/biz/requests', search: { q: text } } as const)
}
