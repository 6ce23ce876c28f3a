import { abbreviateCorporate, parseAccountNumber, sameBankName, toBankKana } from './bank-kana.ts'
import { toFullKatakana, withoutSeparators } from './text.ts'

export const yuchoBankCode = '9900'

export type YuchoProblemCode =
  | 'kigou_digits'
  | 'kigou_first_digit'
  | 'kigou_fifth_digit'
  | 'bangou_digits'
  | 'bangou_last_digit'
  | 'bangou_zero'

export type YuchoConversion =
  | { ok: true; bank_code: string; branch_code: string; account_type: 1 | 2; account_number: string }
  | { ok: false; code: YuchoProblemCode; message: string; field: 'kigou' | 'bangou' }

function refuse(field: 'kigou' | 'bangou', code: YuchoProblemCode, message: string): YuchoConversion {
  return { ok: false, code, message, field }
}

/** Banks never assign this number and reject files that contain it. */
const noAccount = '0000000'
const zeroSentence = (name: string): string =>
  `${name}が0だけになっています。通帳やキャッシュカードの${name}を確かめてください。`

/** 総合口座: the passbook number ends in a 1 that is not part of the account number. */
function savingsAccount(kigou: string, bangou: string): YuchoConversion {
  if (kigou.charAt(4) !== '0') {
    return refuse('kigou', 'kigou_fifth_digit', '1で始まる記号は5桁目が0です。通帳の記号を確かめてください。')
  }
  if (!/^\d{2,8}$/.test(bangou))
    return refuse('bangou', 'bangou_digits', '番号は2から8桁の数字で入力してください。')
  if (!bangou.endsWith('1')) {
    return refuse('bangou', 'bangou_last_digit', '通帳の番号は最後が1です。最後の桁まで入力してください。')
  }
  const account_number = bangou.slice(0, -1).padStart(7, '0')
  if (account_number === noAccount) return refuse('bangou', 'bangou_zero', zeroSentence('番号'))
  return {
    ok: true,
    bank_code: yuchoBankCode,
    branch_code: `${kigou.slice(1, 3)}8`,
    account_type: 1,
    account_number,
  }
}

function transferAccount(kigou: string, bangou: string): YuchoConversion {
  if (!/^\d{1,6}$/.test(bangou))
    return refuse('bangou', 'bangou_digits', '番号は6桁までの数字で入力してください。')
  const account_number = bangou.padStart(7, '0')
  if (account_number === noAccount) return refuse('bangou', 'bangou_zero', zeroSentence('番号'))
  return {
    ok: true,
    bank_code: yuchoBankCode,
    branch_code: `${kigou.slice(1, 3)}9`,
    account_type: 2,
    account_number,
  }
}

/**
 * Converts a ゆうちょ 記号 and 番号 to branch and account. Ignores a digit between them (`10530-2-12345671`). The branch
 * may not exist.
 */
export function convertYucho(kigou: string, bangou: string): YuchoConversion {
  const sign = withoutSeparators(kigou)
  if (!/^\d{5,6}$/.test(sign)) return refuse('kigou', 'kigou_digits', '記号は5桁の数字で入力してください。')
  if (!/^[01]/.test(sign)) {
    return refuse('kigou', 'kigou_first_digit', '記号は1か0で始まります。通帳の記号を確かめてください。')
  }
  const convert = sign.startsWith('1') ? savingsAccount : transferAccount
  return convert(sign, withoutSeparators(bangou))
}

export type AccountNumberResult = { ok: true; account_number: string } | { ok: false; message: string }

export function normalizeAccountNumber(text: string): AccountNumberResult {
  const account_number = parseAccountNumber(text)
  if (account_number === noAccount) return { ok: false, message: zeroSentence('口座番号') }
  if (account_number !== null) return { ok: true, account_number }
  const digits = withoutSeparators(text)
  if (digits === '') return { ok: false, message: '口座番号を入力してください。' }
  if (!/^\d+$/.test(digits)) return { ok: false, message: '口座番号は数字で入力してください。' }
  return { ok: false, message: `口座番号は7桁までです。${digits.length}桁入力されています。` }
}

export type HolderKanaResult =
  | { ok: true; bank: string; display: string }
  | { ok: false; message: string; chars: string[] }

function visible(char: string): string {
  return /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}]$/u.test(char) ? '見えない文字' : `「${char}」`
}

export function holderKana(text: string): HolderKanaResult {
  const result = toBankKana(abbreviateCorporate(text))
  if (!result.ok) {
    const chars = [...new Set(result.problems.map(({ char }) => char))]
    const shown = [...new Set(chars.map(visible))].join('')
    const first = result.problems.find(({ suggestion }) => suggestion?.trim())
    const advice = first
      ? `${visible(first.char)}は「${first.suggestion}」に直せます。`
      : '通帳のとおりにカナで入力してください。'
    return { ok: false, message: `${shown}は口座名義に使えません。${advice}`, chars }
  }
  if (!/[0-9A-Zｱ-ﾝ]/.test(result.kana))
    return { ok: false, message: '口座名義をカナで入力してください。', chars: [] }
  return { ok: true, bank: result.kana, display: toFullKatakana(result.kana) }
}

export function holderMatches(holder: string, verifiedNameKana: string): boolean {
  return sameBankName(holder, verifiedNameKana)
}
