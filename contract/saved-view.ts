import * as z from 'zod'
import { call } from './call.ts'
import { id, maybeText, query, text, version, word } from './field.ts'

export const savedListLabel = {
  requests: '申し込み',
  items: '商品一覧',
  sales: '販売',
  customers: 'お客さま',
  ledger: '古物台帳',
  users: '担当者',
  brands: 'ブランド',
  categories: 'カテゴリ',
  'category-attributes': '商品の項目',
  products: '商品化',
  'pre-assessments': '事前査定',
  amounts: '買取基準表',
  campaigns: 'キャンペーン',
  'comment-templates': '定型コメント',
  announcements: 'お知らせ',
  companies: '会社',
  entries: '仕訳',
  'payout-batches': '振込データ',
} as const
export type SavedList = keyof typeof savedListLabel

export const isSavedList = (name: string | undefined): name is SavedList =>
  name !== undefined && Object.hasOwn(savedListLabel, name)

/** Of one person and list, and of one shop and list. */
export const mostViews = 30

const list = word(savedListLabel).describe('Which list it is of.')
const name = text(20)
const search = maybeText(2000)
const hidden = z.array(text(40)).max(60).nullable()
const view = id.nullable().meta({ example: 12 })
const shop = id.nullable().describe('Whose people see it; null: only its owner.')

export const savedView = z.object({
  id,
  list,
  name: z.string(),
  search: z.string(),
  hidden: z.array(z.string()).nullable(),
  shop,
  shop_name: z.string().describe('Blank for one’s own.'),
  shared_by: z.string(),
  is_default: z.boolean(),
  may_change: z.boolean(),
  version,
})

const errors = ['view_name_taken', 'too_many_views'] as const

export const about = 'Views of business lists, kept for a person or shared with the people of a shop.'

export const savedViewCalls = {
  list: call('GET /api/biz/saved-views/', {
    summary: 'Own views in their order, then those shared with the own shops',
    may: 'biz.view.keep',
    reads: ['saved_view', 'shop'],
    query: z.object({
      list: query.choice(Object.keys(savedListLabel) as SavedList[]).describe('Of one list only.'),
    }),
    ok: z.array(savedView),
  }),
  create: call('POST /api/biz/saved-views/', {
    summary: 'Keep a view; administrators may share it with a shop of theirs',
    may: 'biz.view.keep',
    changes: ['saved_view'],
    idempotent: true,
    limit: 'write',
    body: z.object({ list, name, search, hidden, shop }),
    status: 201,
    ok: savedView,
    errors: [...errors, 'idempotency_key_reused'],
  }),
  update: call('PATCH /api/biz/saved-views/{id}/', {
    summary: 'Rename, overwrite, share or unshare a view; a shared one by administrators of its shop',
    may: 'biz.view.keep',
    changes: ['saved_view'],
    limit: 'write',
    body: z.object({
      name: name.optional(),
      search: search.optional(),
      hidden: hidden.optional(),
      shop: shop.optional(),
      version,
    }),
    ok: savedView,
    errors: [...errors, 'stale_version'],
  }),
  remove: call('DELETE /api/biz/saved-views/{id}/', {
    summary: 'Delete a view; a shared one by administrators of its shop',
    may: 'biz.view.keep',
    changes: ['saved_view'],
    limit: 'write',
    ok: 'nothing',
  }),
  shift: call('POST /api/biz/saved-views/{id}/shift/', {
    summary: 'Move a view towards the front or the back among those of its owner or shop',
    may: 'biz.view.keep',
    changes: ['saved_view'],
    idempotent: true,
    limit: 'write',
    body: z.object({
      towards: z.enum(['front', 'back']).describe('By one place.'),
    }),
    ok: savedView,
    errors: ['idempotency_key_reused'],
  }),
  open: call('POST /api/biz/saved-views/default/', {
    summary: 'Choose the view that the reader’s list opens with, or none',
    may: 'biz.view.keep',
    changes: ['saved_view'],
    repeated: 'changes nothing',
    limit: 'write',
    body: z.object({ list, view }),
    ok: z.object({ list, view }),
  }),
}
