import { withoutSeparators } from '#contract/text'

export type CodeKind = 'box' | 'item' | 'parcel' | 'request' | 'unknown'

const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[−ー―‐–—]/g, '-')
    .trim()

/** What a code is by its looks, before anybody is asked. */
export function codeKind(text: string): CodeKind {
  const plain = plainOf(text)
  const digits = withoutSeparators(plain)
  if (/^okb-?[a-z0-9]+$/i.test(plain)) return 'box'
  if (/^\d{12}$/.test(digits)) return 'parcel'
  if (/^\d{1,9}$/.test(digits)) return 'request'
  return /^[a-z0-9]{16}$/i.test(plain) ? 'item' : 'unknown'
}

/** The code as it is asked for. */
export function tidyCode(text: string): string {
  const plain = plainOf(text)
  const kind = codeKind(plain)
  if (kind === 'parcel' || kind === 'request') return withoutSeparators(plain)
  if (kind === 'box') return plain.toUpperCase().replace(/^OKB-?/, 'OKB-')
  return kind === 'item' ? plain.toLowerCase() : plain
}

/** What to say of a code that nothing was found for. */
export const unknownCodeText: Record<CodeKind, string> = {
  box: '箱の番号のようですが、このお店の申し込みにはありません。ほかの店舗あての箱か、番号の読み違いかもしれません。',
  item: '商品コードのようですが、見つかりません。ほかの会社の商品か、コードの読み違いかもしれません。',
  parcel: '送り状番号(12桁)のようですが、登録がありません。お客さまのお名前か申し込み番号で探してください。',
  request: '申し込み番号のようですが、見つかりません。番号をもう一度お確かめください。',
  unknown: '箱の番号(OKB-…)・申し込み番号・商品コード(16文字)・送り状番号(12桁)のどれでもないようです。',
}

/** Takes what a scanner typed into a field back out of it. */
export function takeOut(field: Element | null, code: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const { value } = field
  if (!value.toUpperCase().endsWith(code.toUpperCase())) return
  const prototype = Object.getPrototypeOf(field) as object
  // React keeps its own note of the value, so it has to go through the setter of the element itself.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value.slice(0, -code.length))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A short sound: high for found, low twice for not found. Silent where the browser does not let it. */
export function beep(found: boolean): void {
  try {
    const audio = new AudioContext()
    const gain = audio.createGain()
    gain.gain.value = 0.06
    gain.connect(audio.destination)
    for (const start of found ? [0] : [0, 0.16]) {
      const tone = audio.createOscillator()
      tone.frequency.value = found ? 1320 : 330
      tone.connect(gain)
      tone.start(audio.currentTime + start)
      tone.stop(audio.currentTime + start + 0.1)
    }
    setTimeout(() => void audio.close(), 600)
  } catch {
    // Text and colour say the same.
  }
}
