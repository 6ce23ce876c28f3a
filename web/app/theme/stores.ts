import { shippedLook } from '#contract/shipped-look'
import { deriveUiPalette, type StoreColors } from '#contract/store-palette'
import type { Typeface } from '#contract/typeface'
import { toCamel } from '#web/lib/case.ts'

export interface StoreLook {
  key: string
  name: string
  brand: string
  accent: string
  colors: StoreColors
  typeface: Typeface
  /** Without one, the name is shown. */
  logo: { url: string; width: number; height: number } | null
  /** Blank: the usual words of the site. */
  headlineStart: string
  headlineEnd: string
  lead: string
  footerNote: string
}

export const DEFAULT_STORE_KEY = shippedLook.key

/** Shown when the page came without looks. */
export const shipped: StoreLook = toCamel(shippedLook)

const blank = { ...shipped, logo: null }

let known: { text: string; looks: readonly StoreLook[] } | undefined

/** Of a list as the server writes it. */
export function looksIn(text: string): readonly StoreLook[] {
  if (known?.text !== text) {
    const looks = toCamel(JSON.parse(text) as Partial<StoreLook>[])
    known = { text, looks: looks.map((look) => ({ ...blank, ...look })) }
  }
  return known.looks
}

/** The looks of all open stores: the server writes them into every page. */
export const storeLooks = (): readonly StoreLook[] =>
  looksIn(document.querySelector<HTMLMetaElement>('meta[name="okuru-stores"]')?.content ?? '[]')

/** Unknown and closed stores show the common look. */
export const storeLookOf = (key: string, looks: readonly StoreLook[] = storeLooks()): StoreLook =>
  looks.find((look) => look.key === key) ?? looks.find((look) => look.key === DEFAULT_STORE_KEY) ?? shipped

/** Colour of text on the bar. */
export const onBrandOf = (look: StoreLook): string => deriveUiPalette(look).brand.contrastText
