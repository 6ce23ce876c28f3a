import type { CallBody } from './call.ts'
import { isHexColor } from './color.ts'
import { type Messages, problemsOf, sentences } from './problem.ts'
import { isStoreKey } from './setup-input.ts'
import type { storeLookCalls } from './store-look.ts'
import { type ContrastPair, ratioOf, ratioText, type StoreColors, unreadable } from './store-palette.ts'
import { hasControlOrEmoji } from './text.ts'

export type StoreLookInput = Omit<CallBody<typeof storeLookCalls.save>, 'version'>
export type WireColors = StoreLookInput['colors']

/** `＃ＦＡ０`, `fa0` and `#FFAA00` are one colour. Anything else stays, to be refused. */
export function tidyColor(typed: string): string {
  const plain = typed.normalize('NFKC').trim().toLowerCase()
  const hex = plain.startsWith('#') ? plain : `#${plain}`
  if (!isHexColor(hex)) return typed.trim()
  return hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
}

/** The stated colours alone, with the names that the palette has for them. */
export function statedColors(colors: WireColors): StoreColors {
  const found: Record<string, Record<string, string>> = {}
  for (const [group, values] of Object.entries(colors)) {
    for (const [name, value] of Object.entries<string | undefined>(values ?? {})) {
      const own = name === 'contrast_text' ? 'contrastText' : name
      if (value) found[group] = { ...found[group], [own]: value }
    }
  }
  return found
}

export function tidyStoreLook(input: StoreLookInput): StoreLookInput {
  const colors = Object.entries(input.colors).map(([group, values]) => {
    const stated = Object.entries<string | undefined>(values ?? {}).filter(([, value]) => value)
    return [group, Object.fromEntries(stated.map(([name, value]) => [name, tidyColor(value ?? '')]))] as const
  })
  const used = colors.filter(([, values]) => Object.keys(values).length > 0)
  return {
    ...input,
    brand: tidyColor(input.brand),
    accent: tidyColor(input.accent),
    colors: Object.fromEntries(used),
  }
}

const colorUnreadable = '色は「#17181a」のように、#と6桁の英数字で入力してください。'

const isFull = (value: string): boolean => isHexColor(value) && value.length === 7

/** Of a tidy input: wrong colours first, then text that could not be read. */
export function storeLookProblems(look: StoreLookInput): Messages {
  const wrong = problemsOf([
    ...(['name', 'headline_start', 'headline_end', 'lead', 'footer_note'] as const).map(
      (field) => [field, hasControlOrEmoji(look[field]), sentences.characters] as const,
    ),
    ['headline_start', look.headline_start === '' && look.headline_end !== '', '1行目も入力してください。'],
    ['brand', !isFull(look.brand), colorUnreadable],
    ['accent', !isFull(look.accent), colorUnreadable],
  ])
  const stated = Object.entries(look.colors).flatMap(([group, values]) =>
    Object.entries(values ?? {}).flatMap(([name, value]) =>
      value && !isFull(value) ? [[`${group}.${name}`, colorUnreadable] as const] : [],
    ),
  )
  if (Object.keys(wrong).length + stated.length > 0) return { ...wrong, ...nested(stated) }
  return nested(contrastProblems(look))
}

const nested = (found: readonly (readonly [string, string])[]): Messages => {
  const colors: Record<string, Messages> = {}
  const rest: Messages = {}
  for (const [path, message] of found) {
    const [group = '', name] = path.split('.')
    if (!name) rest[group] = [message]
    else colors[group] = { ...colors[group], [name]: [message] }
  }
  return Object.keys(colors).length > 0 ? { ...rest, colors } : rest
}

export const pairSentence = (pair: ContrastPair): string =>
  `「${pair.label}」が読みにくい色です(${ratioText(ratioOf(pair))}:1。${pair.least}:1以上が必要です)。`

/** Under the stated colour that causes it: derived ones read by themselves. */
function contrastProblems({ brand, accent, colors }: StoreLookInput): [string, string][] {
  const palette = statedColors(colors)
  const isStated = (path: string): boolean => {
    const [group = '', name = ''] = path.split('.')
    return Object.hasOwn((palette as Record<string, object>)[group] ?? {}, name)
  }
  const found = new Map<string, string>()
  for (const pair of unreadable({ brand, accent, colors: palette })) {
    const path = pair.colors.find(isStated) ?? 'brand'
    if (!found.has(path)) found.set(path, pairSentence(pair))
  }
  return [...found].map(([path, message]) => [path.replace('contrastText', 'contrast_text'), message])
}

/** The key of a store; the common one is there from the start. */
export const storeKeyProblems = (key: string): Messages =>
  problemsOf([['key', !isStoreKey(key), 'キーは、半角の英小文字・数字・ハイフンで入力してください。']])
