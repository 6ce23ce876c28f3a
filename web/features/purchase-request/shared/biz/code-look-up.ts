import { labelOf } from '#contract/codes'
import { itemStatusLabel, type NextStep, nextStepLabel, requestStatusLabel } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { type CodeKind, codeKind } from '#contract/scan-code'
import { ApiError } from '#web/lib/api-error.ts'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'

export type Found = AskResult<typeof purchaseRequestCalls.scan>

/** With the request that it belongs to. */
export type Scanned = Found & { request: number }
export type Candidate = Found['candidates'][number]

type LookedUp = { found: Found } | { problem: string; isMissing: boolean }

const unknownCodeText: Record<CodeKind, string> = {
  box: '箱の番号のようですが、このお店の申し込みにはありません。ほかの店舗あての箱か、番号の読み違いかもしれません。',
  item: '商品コードのようですが、見つかりません。ほかの会社の商品か、コードの読み違いかもしれません。',
  item_number: '商品の番号(申し込み-枝番)のようですが、見つかりません。番号をもう一度お確かめください。',
  place:
    '置き場のラベルのようですが、見つかりません。使用を停止した置き場か、ほかの店舗のラベルかもしれません。',
  staff: '担当者の名札のようですが、見つかりません。ほかの会社の名札か、利用を停止した担当者かもしれません。',
  parcel: '送り状番号(12桁)のようですが、登録がありません。お客さまのお名前か申し込み番号で探してください。',
  request: '申し込み番号のようですが、見つかりません。番号をもう一度お確かめください。',
  unknown:
    '箱の番号(OKB-…)・商品コード(16文字)・送り状番号(12桁)・担当者の名札(OKS-…)・置き場(OKP-…)・申し込み番号のどれでもないようです。',
}

export async function lookUpCode(code: string): Promise<LookedUp> {
  try {
    return { found: await ask(purchaseRequestCalls.scan, { params: { code } }) }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    return { problem: isMissing ? unknownCodeText[codeKind(code)] : sentenceFor(error), isMissing }
  }
}

/** The parcel of the request that somebody chose. */
export const foundOf = ({ request, box, status, customerName, next }: Candidate): Scanned => ({
  kind: 'parcel',
  request,
  box,
  status,
  customerName,
  next,
  name: customerName,
  slug: null,
  seq: null,
  staff: null,
  place: null,
  itemStatus: null,
  candidates: [],
})

/** Where an article is looked at and worked on: once it is bought, on the desk of productization. */
export const placeOfArticle = (step: NextStep | null, id: number, slug: string) =>
  step === 'productize'
    ? ({ to: '/biz/productization/$slug', params: { slug } } as const)
    : ({ to: '/biz/bench/$id', params: { id: String(id) }, search: { item: slug } } as const)

export function placeOfStep(step: NextStep, id: number, slug?: string | null) {
  const params = { id: String(id) }
  switch (step) {
    case 'receive':
      return { to: '/biz/intake', search: { code: params.id } } as const
    case 'start':
    case 'assess':
      return slug ? placeOfArticle(step, id, slug) : ({ to: '/biz/bench/$id', params, search: {} } as const)
    case 'publish':
    case 'result':
      return { to: '/biz/requests/$id/result', params } as const
    case 'productize':
      return slug ? placeOfArticle(step, id, slug) : ({ to: '/biz/productization' } as const)
    case 'pack':
      return { to: '/biz/returns', search: { open: id } } as const
    default:
      return { to: '/biz/requests/$id', params } as const
  }
}

export function placeOf({ request, slug, next, staff, place }: Found) {
  if (place !== null) return { to: '/biz/custody', search: { place } } as const
  if (request === null) return { to: '/biz/requests', search: { assessor: staff ?? undefined } } as const
  return placeOfStep(next ?? 'request', request, slug)
}

const kindText = { box: '箱', item: '商品', parcel: '荷物', staff: '担当者', place: '置き場' } as const

/** A parcel of several requests is chosen where it is received. */
export const placeOfScan = (found: Found, code: string) =>
  found.candidates.length > 0 ? ({ to: '/biz/intake', search: { code } } as const) : placeOf(found)

export function describeFound(found: Found): { title: string; detail: string } {
  const { kind, name, request, seq, status, itemStatus, customerName, next, candidates } = found
  if (candidates.length > 0)
    return {
      title: `${candidates.length}件の申し込みにある送り状番号`,
      detail: candidates.map((each) => `申し込み ${each.request} ${each.customerName} 様`).join(' ・ '),
    }
  if (kind === 'staff') return { title: `担当者 ${name}`, detail: '担当の箱を開きます' }
  if (kind === 'place') return { title: `置き場 ${name}`, detail: '移す先にします' }
  const label =
    itemStatus === null ? labelOf(requestStatusLabel, status) : labelOf(itemStatusLabel, itemStatus)
  const step = next ? nextStepLabel[next] : undefined
  const number = kind === 'item' ? `${request}-${seq}` : `申し込み ${request}`
  return {
    title: kind === 'item' ? `${kindText[kind]} ${name}` : `${kindText[kind]} ${customerName} 様`,
    detail: [number, kind === 'item' && `${customerName} 様`, label, step].filter(Boolean).join(' ・ '),
  }
}
