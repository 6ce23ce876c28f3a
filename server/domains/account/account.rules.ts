/** Case and width do not make another address. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/** What wrong tries on an account are counted under, whether there is one or not. */
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

/** What people recognise their device by in the list of devices. */
export function deviceLabelOf(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1]
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  if (browser && system) return `${system} の ${browser}`
  return browser ?? system ?? '不明な端末'
}
