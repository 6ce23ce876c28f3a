/** The search part of an address as this site's pages see it: texts, as the calls' own schemas take them. */
export type SearchParams = Record<string, unknown>

/** Every value stays the text it is in the address; a name given several times is a list. */
export function parseSearch(search: string): SearchParams {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = Object.hasOwn(found, name) ? found[name] : undefined
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}

/** Leaves out what is not set, so that an address only says what differs from the plain page. */
export function stringifySearch(search: SearchParams): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one))
    }
  }
  const text = parameters.toString()
  return text && `?${text}`
}
