const loginPages = ['/login', '/biz/login']

export function isLoginPage(pathname: string): boolean {
  return loginPages.includes(pathname.replace(/\/+$/, ''))
}

function staysHere(path: string): boolean {
  return path.startsWith('/') && !/^[/\\]{2}/.test(path)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

/** The path to go to after signing in. Anything but a path of this site, or a sign-in page, gives the fallback. */
export function safeReturnUrl(value: string | null | undefined, fallback: string): string {
  if (!value || !staysHere(value)) return fallback
  // Browsers read a backslash as a slash, and drop tabs and line breaks from an address.
  if ([...value].some((char) => char === '\\' || char <= '\u0020' || char === '\u007f')) return fallback
  const path = value.split(/[?#]/)[0] ?? ''
  if (!staysHere(decoded(path)) || decoded(path).includes('\\')) return fallback
  const base = 'https://here.invalid'
  if (!URL.canParse(value, base)) return fallback
  const url = new URL(value, base)
  // `/..//elsewhere` shows its double slash only after the dots are resolved.
  if (url.origin !== base || !staysHere(decoded(url.pathname)) || isLoginPage(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}
