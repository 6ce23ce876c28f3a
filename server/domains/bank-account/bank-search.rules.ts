// How banks and branches are found: one folding for what is stored and for what is typed.
import { foldSearch } from '#contract/text'

const smallKana = new Map(
  [...'ァィゥェォッャュョヮヵヶ'].map((char, index) => [char, 'アイウエオツヤユヨワカケ'.charAt(index)]),
)

/**
 * Banks write no small kana and a hyphen for a long vowel: `エフジエイ`, `ユ－`. People type `エフジェイ` and
 * `ユー`, so both become large letters without any mark of length.
 */
export function foldBank(text: string): string {
  return foldSearch(text)
    .replace(/[ァ-ヶ]/g, (char) => smallKana.get(char) ?? char)
    .replace(/[-ー−―‐‑‒–—─・]/g, '')
}

// The list shortens what comes last in the name of every institution of a kind.
const kinds: readonly [short: RegExp, full: string][] = [
  [/信金$/, '信用金庫'],
  [/信組$/, '信用組合'],
  [/労金$/, '労働金庫'],
  [/信連$/, '信用農業協同組合連合会'],
  [/信漁連$/, '信用漁業協同組合連合会'],
  [/農協$/, '農業協同組合'],
  [/漁協$/, '漁業協同組合'],
]

/** The name people know: the list says みずほ and しずおか焼津信金. Kinds of bank follow from the code's range. */
export function fullBankName(code: string, name: string): string {
  if (/銀行|金庫$/.test(name)) return name
  // City, regional and second regional banks, and ゆうちょ; in 02 and 03 only trust banks are sure to be banks.
  if (/^(00|01|05|99)/.test(code) || (/^0[23]/.test(code) && name.endsWith('信託'))) return `${name}銀行`
  for (const [short, full] of kinds) if (short.test(name)) return name.replace(short, full)
  return name
}

/** What a search for a bank looks at, a line for each spelling. */
export function bankSearchText(bank: { code: string; name: string; kana: string; roma: string }): string {
  const full = fullBankName(bank.code, bank.name)
  return lines([full, bank.name, bank.kana, bank.roma])
}

/** What a search for a branch looks at. People add 支店 to nearly every name. */
export function branchSearchText(branch: { name: string; kana: string; roma: string }): string {
  const named = /(店|部|所|センター)$/.test(branch.name) ? branch.name : `${branch.name}支店`
  return lines([named, branch.name, branch.kana, branch.roma])
}

function lines(texts: string[]): string {
  return [...new Set(texts.map(foldBank))].filter((text) => text !== '').join('\n')
}
