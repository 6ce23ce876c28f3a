import type { RequestStation } from '#contract/lifecycle'
import type { Account } from '#web/lib/session.ts'
import { bizPages, type Menu, type Who } from './biz-pages.ts'
import type { Load } from './pages.ts'

type BizPath = keyof typeof bizPages
type Place = Exclude<BizPath, `${string}$${string}`>

type Entry = Menu & { to: Place; search?: { view: string }; for: readonly Who[] }
type Group = { title?: string; entries: readonly Entry[] }
type BizPage = { load: Load; for?: readonly Who[]; menu?: Menu; rail?: boolean }

const pageList = Object.entries<BizPage>(bizPages).map(([path, page]) => ({
  ...page,
  path,
  pattern: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`),
  entry: page.menu && entryOf(path as BizPath, page.menu, page.for ?? []),
}))
const entries = pageList.flatMap(({ entry }) => entry ?? [])

function entryOf(path: BizPath, menu: Menu, visitors: readonly Who[]): Entry {
  const { view } = menu
  return view
    ? { ...menu, to: '/biz/requests', search: { view }, for: visitors }
    : { ...menu, to: path as Place, for: visitors }
}

function whoIs(user: NonNullable<Account['businessUser']>): Who {
  if (user.role === 'inspector') return 'inspector'
  if (user.company.isOperator) return 'operator'
  return user.isAdmin ? 'admin' : 'dealer'
}

/** The menu entries for this person; empty until the account is loaded. */
export function navFor(user: Account['businessUser'] | undefined): Group[] {
  if (!user) return []
  const who = whoIs(user)
  const own = entries.filter((entry) => entry.for.includes(who))
  const titles = [...new Set(own.map(({ group }) => group))]
  return titles.map((title) => ({ title, entries: own.filter(({ group }) => group === title) }))
}

type At = { pathname: string; search: Record<string, unknown> }

const tidy = (pathname: string): string => pathname.replace(/\/+$/, '')

const pageAt = (path: string) =>
  pageList.find((page) => page.path === path) ?? pageList.find(({ pattern }) => pattern.test(path))

/** The request of a page about one box; its station decides the menu entry. */
export function requestAt(pathname: string): number | undefined {
  const path = tidy(pathname)
  return pageAt(path)?.menu?.view ? Number(/\d+/.exec(path)?.[0]) : undefined
}

/** Whether the page needs the room of the menu, which is folded there. */
export const isFolded = (pathname: string): boolean => pageAt(tidy(pathname))?.rail === true

/** The menu entry of a page or box. During a second look a box stays at that station, also on the bench. */
export function entryAt({ pathname, search }: At, station?: RequestStation | null): Entry | undefined {
  const path = tidy(pathname)
  const own = pageAt(path)?.entry
  if (own?.view) return station === 'second_look' ? entries.find((entry) => entry.station === station) : own
  const view = path === '/biz/requests' && search.saved === undefined ? search.view : undefined
  return (
    entries.find((entry) => view !== undefined && entry.view === view) ??
    own ??
    // Of several, the most exact.
    entries
      .filter((entry) => !entry.view && entry.to !== '/biz' && path.startsWith(`${entry.to}/`))
      .sort((one, other) => other.to.length - one.to.length)[0]
  )
}

const whoText: Record<Who, string> = {
  dealer: '店舗の担当者',
  admin: '会社の管理者',
  operator: '運営の担当者',
  inspector: '台帳を検査する方',
}

export function restrictedTo(
  pathname: string,
  user: Account['businessUser'] | undefined,
): string | undefined {
  const visitors = pageAt(tidy(pathname))?.for
  if (!visitors || !user || visitors.includes(whoIs(user))) return undefined
  return visitors.includes('dealer') ? whoText.dealer : visitors.map((who) => whoText[who]).join('と')
}

export const LEAD = 'KeyG'
