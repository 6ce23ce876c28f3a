/** Base URL of the API from `<meta name="okuru-api">`; empty means the same origin. */
export function apiBase(): string {
  const meta = globalThis.document?.querySelector('meta[name="okuru-api"]')?.getAttribute('content')
  return (meta ?? '').trim().replace(/\/+$/, '')
}
