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

export const DEFAULT_STORE_KEY = 'default'

/** Shown when the page came without looks. */
const shipped: StoreLook = {
  key: DEFAULT_STORE_KEY,
  name: 'okuru',
  brand: '#10203f',
  accent: '#d8f24a',
  colors: {},
  typeface: 'gothic',
  logo: { url: '/logos/default.svg', width: 75, height: 24 },
  headlineStart: '',
  headlineEnd: '',
  lead: '',
  footerNote: '',
}

const blank = { ...shipped, logo: null }

let known: { text: string; looks: readonly StoreLook[] } | undefined

/** The looks of all open stores: the server writes them into every page. */
export function storeLooks(): readonly StoreLook[] {
  const text = document.querySelector<HTMLMetaElement>('meta[name="okuru-stores"]')?.content ?? '[]'
  if (known?.text !== text) {
    const looks = toCamel(JSON.parse(text) as Partial<StoreLook>[])
    known = { text, looks: looks.map((look) => ({ ...blank, ...look })) }
  }
  return known.looks
}

/** Unknown and closed stores show the common look. */
export const storeLookOf = (key: string, looks: readonly StoreLook[] = storeLooks()): StoreLook =>
  looks.find((look) => look.key === key) ?? looks.find((look) => look.key === DEFAULT_STORE_KEY) ?? shipped

/** Colour of text on the bar. */
export const onBrandOf = (look: StoreLook): string => deriveUiPalette(look).brand.contrastText
