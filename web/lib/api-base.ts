/** Where the server is: the page says so in `<meta name="okuru-api">`; nothing there means the same origin. */
export function apiBase(): string {
  const meta = globalThis.document?.querySelector('meta[name="okuru-api"]')?.getAttribute('content')
  return (meta ?? '').trim().replace(/\/+$/, '')
}
