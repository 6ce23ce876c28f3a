/** Japanese keyboards leave full-width letters and blanks in addresses. */
export const tidyAddress = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '')

/** Common typos of mail domains. None of them is a mail service of its own. */
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

/** For a suggestion only: the typed address may be right. */
export function likelyAddress(text: string): string | undefined {
  const [name, domain, ...more] = tidyAddress(text).split('@')
  const meant = domain && slips[domain.toLowerCase()]
  return name && meant && more.length === 0 ? `${name}@${meant}` : undefined
}
