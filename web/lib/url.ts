import { tokyoDate } from '#contract/day'

export const API_VERSION = '1.0.0'

export type PathParams = Readonly<Record<string, string | number>>
export type QueryParams = Readonly<Record<string, unknown>>

/** Fills a path template. A value can never add a segment, a query or a fragment. */
export function buildPath(template: string, params: PathParams = {}): string {
  return template.replace(/\{([\w-]+)\}/g, (_, name: string) => {
    const value = name === 'api-version' ? API_VERSION : params[name]
    // An empty value would turn a detail path into its list.
    if (value === undefined || value === null || value === '') throw new Error(`Missing path value: ${name}`)
    return encodeURIComponent(String(value))
  })
}

function queryPairs(key: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return []
  if (value instanceof Date) return [[key, tokyoDate(value)]]
  if (Array.isArray(value)) return value.flatMap((entry) => queryPairs(key, entry))
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, entry]) => queryPairs(`${key}[${name}]`, entry))
  }
  return [[key, String(value)]]
}

/** `?a=1&b=2` in the given order, or an empty text. */
export function buildQuery(query: QueryParams = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => queryPairs(key, value))
  if (pairs.length === 0) return ''
  return `?${pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')}`
}
