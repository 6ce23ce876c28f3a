import type { AttributeValue } from './pre-assessment-price.ts'
import { normalizeDigits } from './text.ts'

// Attributes of an article or a price template as text: in one cell, `素材=革; 丈=60; 裏地あり=はい`, and as words.

export const longestName = 60
export const longestValue = 200

type Complain = (message: string) => void

const part = /\s*("(?:[^"\\]|\\.)*"|[^"=＝;；]*)\s*[=＝]\s*("(?:[^"\\]|\\.)*"|[^"=＝;；]*)\s*(?:[;；]\s*|$)/sy

export function readAttributes(text: string, complain: Complain): Map<string, AttributeValue> {
  const attributes = new Map<string, AttributeValue>()
  const all = text.trim().replace(/[;；\s]+$/, '')
  part.lastIndex = 0
  while (part.lastIndex < all.length) {
    const found = part.exec(all)
    const name = unquoted(found?.[1] ?? '')
    const value = found?.[2]?.startsWith('"') ? unquoted(found[2]) : scalarOf((found?.[2] ?? '').trim())
    if (name === '' || value === '') {
      complain('属性は「素材=革; 丈=60」の形で、「;」で区切って入力してください。')
      break
    }
    if (attributes.has(name)) complain(`属性「${name}」が2回あります。`)
    if (name.length > longestName || String(value).length > longestValue)
      complain(`属性の名前は${longestName}文字、値は${longestValue}文字までです。`)
    attributes.set(name, value)
  }
  return attributes
}

/** What is in quotes is a text as it stands. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text.trim()
  return text.slice(1, -1).replace(/\\(.)/gs, '$1')
}

const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/

function scalarOf(text: string): AttributeValue {
  if (text === 'はい') return true
  if (text === 'いいえ') return false
  const half = normalizeDigits(text)
  if (plainNumber.test(half)) return Number(half)
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text ? number : text
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
const isPlain = (text: string): boolean => text === text.trim() && !/["=＝;；]/.test(text)

function written(value: AttributeValue): string {
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value === 'number') return String(value)
  return isPlain(value) && scalarOf(value) === value ? value : quoted(value)
}

/** Null stands for nothing said. */
type Given = Readonly<Record<string, AttributeValue | null>>

const said = (attributes: Given): [string, AttributeValue][] =>
  Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))

export const writeAttributes = (attributes: Given): string =>
  said(attributes)
    .map(([name, value]) => `${isPlain(name) ? name : quoted(name)}=${written(value)}`)
    .join('; ')

/** As customers and colleagues read them: `素材: 革・丈: 60・裏地あり: はい`. */
export const attributeWords = (attributes: Given): string =>
  said(attributes)
    .map(([name, value]) => `${name}: ${value === true ? 'はい' : value === false ? 'いいえ' : value}`)
    .join('・')
