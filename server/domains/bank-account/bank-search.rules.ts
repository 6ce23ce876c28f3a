import { foldSearch } from '#contract/text'

const smallKana = new Map(
  [...'ァィゥェォッャュョヮヵヶ'].map((char, index) => [char, 'アイウエオツヤユヨワカケ'.charAt(index)]),
)

/** Banks write no small kana and a hyphen for a long vowel (`エフジエイ`, `ユ－`); people type `エフジェイ` and `ユー`. */
export function foldBank(text: string): string {
  return foldSearch(text)
    .replace(/[ァ-ヶ]/g, (char) => smallKana.get(char) ?? char)
    .replace(/[-ー−―‐‑‒–—─・]/g, '')
}

// The bank list abbreviates these endings.
const kinds: readonly [short: RegExp, full: string][] = [
  [/信金$/, '信用金庫'],
  [/信組$/, '信用組合'],
  [/労金$/, '労働金庫'],
  [/信連$/, '信用農業協同組合連合会'],
  [/信漁連$/, '信用漁業協同組合連合会'],
  [/農協$/, '農業協同組合'],
  [/漁協$/, '漁業協同組合'],
]

/** The bank list omits 銀行 and abbreviates 信用金庫; the code's range tells the kind. */
export function fullBankName(code: string, name: string): string {
  if (/銀行|金庫$/.test(name)) return name
  // City, regional and second regional banks, and ゆうちょ; in 02 and 03 only trust banks are sure to be banks.
  if (/^(00|01|05|99)/.test(code) || (/^0[23]/.test(code) && name.endsWith('信託'))) return `${name}銀行`
  for (const [short, full] of kinds) if (short.test(name)) return name.replace(short, full)
  return name
}

export function bankSearchText(bank: { code: string; name: string; kana: string; roma: string }): string {
  const full = fullBankName(bank.code, bank.name)
  return lines([full, bank.name, bank.kana, bank.roma])
}

/** People add 支店 to nearly every name. */
export function branchSearchText(branch: { name: string; kana: string; roma: string }): string {
  const named = /(店|部|所|センター)$/.test(branch.name) ? branch.name : `${branch.name}支店`
  return lines([named, branch.name, branch.kana, branch.roma])
}

function lines(texts: string[]): string {
  return [...new Set(texts.map(foldBank))].filter((text) => text !== '').join('\n')
}
