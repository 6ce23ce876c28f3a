export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/** Key for counting failed sign-ins; the same whether or not the account exists. */
export const guardedAddress = (kind: 'customer' | 'business', emailFolded: string): string =>
  `${kind} ${emailFolded}`

const browsers: readonly [RegExp, string][] = [
  [/ Line\//, 'LINE'],
  [/ Edg(?:e|A|iOS)?\//, 'Edge'],
  [/ OPR\//, 'Opera'],
  [/ (?:Firefox|FxiOS)\//, 'Firefox'],
  [/ (?:Chrome|CriOS)\//, 'Chrome'],
  [/ Version\/.* Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

export function deviceLabelOf(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1]
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  if (browser && system) return `${system} の ${browser}`
  return browser ?? system ?? '不明な端末'
}
