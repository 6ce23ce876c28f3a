import { statedColors } from '#contract/store-look-input'
import { deriveUiPalette } from '#contract/store-palette'
import type { Db } from '#server/platform/db'
import type { LetterLook } from '#server/platform/letter'
import { publishedRows } from './store-look.queries.ts'
import { lookOf } from './store-page.rules.ts'

/** Of the common store only the colours are shown: its letters are signed by the site. */
export async function letterLook(db: Db, store: string): Promise<LetterLook> {
  const { key, name, brand, accent, colors } = lookOf(await publishedRows(db), store)
  const palette = deriveUiPalette({ brand, accent, colors: statedColors(colors) })
  return {
    name: key === 'default' ? '' : name,
    brand,
    onBrand: palette.brand.contrastText,
    link: palette.primary.main,
  }
}
