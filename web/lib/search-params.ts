export type SearchParams = Record<string, unknown>

export function parseSearch(search: string): SearchParams {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = Object.hasOwn(found, name) ? found[name] : undefined
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}

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
