import type { RequestStation } from '#contract/lifecycle'
import type { Account } from '#web/lib/session.ts'

type Who = 'dealer' | 'admin' | 'operator'

type Entry = {
  to:
    | '/biz'
    | '/biz/requests'
    | '/biz/intake'
    | '/biz/second-looks'
    | '/biz/returns'
    | '/biz/items'
    | '/biz/productization'
    | '/biz/customers'
    | '/biz/ledger'
    | '/biz/payouts'
    | '/biz/payout-lines'
    | '/biz/payout-originator'
    | '/biz/money'
    | '/biz/companies'
    | '/biz/announcements'
    | '/biz/terms'
    | '/biz/users'
  label: string
  /** How it is read: found while an IME still shows kana. */
  reading: string
  search?: { view: string }
  /** The station whose count stands beside it. */
  station?: string
  /** The key after G. */
  code?: string
  /** Who has something to do there: shops' staff, their administrators, the operator. */
  for: readonly Who[]
}

type Group = { title?: string; entries: readonly Entry[] }

const shops = ['dealer', 'admin'] as const
const everybody = ['dealer', 'admin', 'operator'] as const

const groups: readonly Group[] = [
  {
    entries: [
      { to: '/biz', label: '今日', reading: 'きょう', station: 'late', code: 'KeyT', for: everybody },
      { to: '/biz/requests', label: '申し込み', reading: 'もうしこみ', code: 'KeyR', for: shops },
      {
        to: '/biz/intake',
        label: '受け取り',
        reading: 'うけとり',
        station: 'arriving',
        code: 'KeyI',
        for: shops,
      },
      {
        to: '/biz/requests',
        search: { view: 'assessing' },
        label: '査定',
        reading: 'さてい',
        station: 'assessing',
        code: 'KeyA',
        for: shops,
      },
      {
        to: '/biz/requests',
        search: { view: 'to_publish' },
        label: '確認・公開',
        reading: 'かくにん こうかい',
        station: 'to_publish',
        code: 'KeyK',
        for: shops,
      },
      {
        to: '/biz/second-looks',
        label: '再査定',
        reading: 'さいさてい',
        station: 'second_look',
        code: 'KeyS',
        for: shops,
      },
      {
        to: '/biz/returns',
        label: '返送',
        reading: 'へんそう',
        station: 'returning',
        code: 'KeyB',
        for: shops,
      },
    ],
  },
  {
    title: '商品',
    entries: [
      { to: '/biz/items', label: '商品一覧', reading: 'しょうひんいちらん', code: 'KeyM', for: shops },
      {
        to: '/biz/productization',
        label: '商品化',
        reading: 'しょうひんか',
        station: 'productization',
        code: 'KeyP',
        for: shops,
      },
    ],
  },
  {
    title: 'お客さま',
    entries: [{ to: '/biz/customers', label: 'お客さま', reading: 'おきゃくさま', code: 'KeyC', for: shops }],
  },
  {
    title: '帳簿とお金',
    entries: [
      { to: '/biz/ledger', label: '古物台帳', reading: 'こぶつだいちょう', code: 'KeyL', for: shops },
      { to: '/biz/payouts', label: '振込', reading: 'ふりこみ', code: 'KeyF', for: ['operator'] },
      {
        to: '/biz/payout-lines',
        label: '振込の記録',
        reading: 'ふりこみのきろく',
        code: 'KeyF',
        for: ['admin'],
      },
      {
        to: '/biz/money',
        label: '残高と証明',
        reading: 'ざんだかとしょうめい',
        code: 'KeyZ',
        for: ['operator'],
      },
    ],
  },
  {
    title: 'サイト',
    entries: [
      { to: '/biz/companies', label: '会社', reading: 'かいしゃ', code: 'KeyD', for: ['operator'] },
      { to: '/biz/announcements', label: 'お知らせ', reading: 'おしらせ', code: 'KeyN', for: ['operator'] },
      { to: '/biz/terms', label: '利用規約', reading: 'りようきやく', code: 'KeyY', for: ['operator'] },
    ],
  },
  {
    title: '設定',
    entries: [
      {
        to: '/biz/payout-originator',
        label: '振込元',
        reading: 'ふりこみもと',
        code: 'KeyO',
        for: ['operator'],
      },
    ],
  },
  {
    title: '会社',
    entries: [{ to: '/biz/users', label: '担当者', reading: 'たんとうしゃ', code: 'KeyU', for: everybody }],
  },
]

function whoIs(user: NonNullable<Account['businessUser']>): Who {
  if (user.company.isOperator) return 'operator'
  return user.isAdmin ? 'admin' : 'dealer'
}

/** The places this person has something to do at; unknown until it is known who it is. */
export function navFor(user: Account['businessUser'] | undefined): Group[] {
  if (!user) return []
  const who = whoIs(user)
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => entry.for.includes(who)) }))
    .filter(({ entries }) => entries.length > 0)
}

type At = { pathname: string; search: Record<string, unknown> }

/** A page of the work on one box belongs to the station where that work is done. */
const stationOfPage: readonly (readonly [RegExp, string])[] = [
  [/^\/biz\/bench\//, 'assessing'],
  [/^\/biz\/requests\/[^/]+\/result$/, 'to_publish'],
]

/** The request whose box is worked on at an address: where it stands is known of it, not of the page. */
export function requestAt(pathname: string): number | undefined {
  const path = pathname.replace(/\/+$/, '')
  return stationOfPage.some(([page]) => page.test(path)) ? Number(/\d+/.exec(path)?.[0]) : undefined
}

/**
 * The place of the menu a page belongs to. What else stands in an address, such as conditions, a saved view or a
 * chosen row, leads to no other place. A second look is worked on at the bench and published like any box, and stands
 * at its own station all the while.
 */
export function entryAt({ pathname, search }: At, station?: RequestStation | null): Entry | undefined {
  const path = pathname.replace(/\/+$/, '')
  const entries = groups.flatMap((group) => group.entries)
  const page = stationOfPage.find(([page]) => page.test(path))?.[1]
  if (page && station === 'second_look') return entries.find((entry) => entry.station === station)
  const view = page ?? (path === '/biz/requests' && search.saved === undefined ? search.view : undefined)
  const place = entries.find((entry) => entry.search && entry.search.view === view)
  if (place) return place
  return entries.find(
    ({ to, search: own }) => !own && (path === to || (to !== '/biz' && path.startsWith(`${to}/`))),
  )
}

const whoText: Record<Who, string> = {
  dealer: '店舗の担当者',
  admin: '会社の管理者',
  operator: '運営の担当者',
}

/** Who can open this page, in words, when it is not for this person; undefined when it is. */
export function keptFor(at: At, user: Account['businessUser'] | undefined): string | undefined {
  const entry = entryAt(at)
  if (!entry || !user || entry.for.includes(whoIs(user))) return undefined
  return entry.for.includes('dealer') ? whoText.dealer : entry.for.map((who) => whoText[who]).join('と')
}

/** The key before the letter of a place. */
export const LEAD = 'KeyG'
