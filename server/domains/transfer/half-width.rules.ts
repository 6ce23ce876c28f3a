// Bank files are written in half-width characters, one byte each (JIS X 0201).
import { toBankKana } from '#contract/bank-kana'

export function inBankKana(text: string): string {
  const result = toBankKana(text)
  if (!result.ok) throw new Error(`Not a bank name: ${text}`)
  return result.kana
}

const halfKanaStart = 0xff61
const halfKanaEnd = 0xff9f
const firstKanaByte = 0xa1

export function halfWidthBytes(texts: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(texts.reduce((length, text) => length + text.length, 0))
  let at = 0
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      const kana = code >= halfKanaStart && code <= halfKanaEnd
      if (code > 0x7e && !kana) throw new Error(`Not a half-width character: ${text.charAt(index)}`)
      bytes[at] = kana ? code - halfKanaStart + firstKanaByte : code
      at += 1
    }
  }
  return bytes
}
