import type { StoreColors } from './store-palette.ts'
import type { Typeface } from './typeface.ts'

const colors: StoreColors = {}
const typeface: Typeface = 'gothic'

/** The look of the common store that comes with the program: for a page made without the database. */
export const shippedLook = {
  key: 'default',
  name: 'okuru',
  brand: '#10203f',
  accent: '#d8f24a',
  colors,
  typeface,
  logo: { url: '/logos/default.svg', width: 75, height: 24 },
  headline_start: '',
  headline_end: '',
  lead: '',
  footer_note: '',
}
