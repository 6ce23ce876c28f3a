/** Full-width letters and stray blanks are what a Japanese keyboard leaves in an address; the address is the same. */
export const tidyAddress = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '')

/** Slips of the fingers in the names of great mail services. Each of them is nobody's mail service. */
const slips: Readonly<Record<string, string>> = {
  'gmial.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmil.com': 'gmail.com',
  'gamil.com': 'gmail.com',
  'gmaill.com': 'gmail.com',
  'gmail.co.jp': 'gmail.com',
  'gmail.con': 'gmail.com',
  'gmail.cm': 'gmail.com',
  'docomo.co.jp': 'docomo.ne.jp',
  'docomo.jp': 'docomo.ne.jp',
  'softbank.co.jp': 'softbank.ne.jp',
  'iclud.com': 'icloud.com',
  'icloud.co.jp': 'icloud.com',
  'icloud.con': 'icloud.com',
  'yahoo.co.jo': 'yahoo.co.jp',
  'yahoo.ne.jp': 'yahoo.co.jp',
  'yaho.co.jp': 'yahoo.co.jp',
  'hotmial.com': 'hotmail.com',
  'outlok.jp': 'outlook.jp',
}

/** The address that was probably meant, or nothing. Only ever a question: the address may be right as it is. */
export function likelyAddress(text: string): string | undefined {
  const [name, domain, ...more] = tidyAddress(text).split('@')
  const meant = domain && slips[domain.toLowerCase()]
  return name && meant && more.length === 0 ? `${name}@${meant}` : undefined
}
