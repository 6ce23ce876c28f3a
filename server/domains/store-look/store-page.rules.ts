import { shippedLook } from '#contract/shipped-look'
import type { InstallableStore } from '#server/platform/web-manifest'
import type { VersionColumns } from './store-look.rules.ts'

/** `shades`: the colours of the first paint, which is there before any code has loaded. */
export interface KeptLook extends Omit<VersionColumns, 'symbol'> {
  key: string
  shades: Record<string, string>
}

/** Shown when the database never answered. */
export const commonLook: KeptLook = { ...shippedLook, drawn: null, shades: {} }

const shippedIcons = ['default', 'aoyama', 'umeda', 'sakae']

/** Drawn from the logo; those that were built with the site; those of the common store. */
function iconsOf({ key, drawn }: Pick<KeptLook, 'key' | 'drawn'>) {
  if (drawn) return { small: drawn.icon.url, large: drawn.icon_large.url }
  const known = shippedIcons.includes(key) ? key : 'default'
  return { small: `/icons/${known}-192.png`, large: `/icons/${known}-512.png` }
}

export function installableStore(looks: readonly KeptLook[], store: string): InstallableStore {
  const look = lookOf(looks, store)
  const { small, large } = iconsOf(look)
  return {
    key: look.key === 'default' ? '' : look.key,
    name: look.name,
    brand: look.brand,
    icons: [
      { src: small, sizes: '192x192' },
      { src: large, sizes: '512x512' },
    ],
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Unknown and closed stores show the common look. */
export const lookOf = <Look extends { key: string }>(looks: readonly Look[], key: string): Look | KeptLook =>
  looks.find((look) => look.key === key) ?? looks.find((look) => look.key === 'default') ?? commonLook

/** What is not stated is left out: the list is part of every page. */
const compact = ({ drawn: _drawn, ...look }: KeptLook) =>
  Object.fromEntries(
    Object.entries(look).filter(([, value]) => value !== '' && JSON.stringify(value) !== '{}'),
  )

/** The looks of all stores, as pages read them. */
export const looksText = (looks: readonly KeptLook[]): string => JSON.stringify(looks.map(compact))

/**
 * The page with the looks of all stores, because only the browser knows which one its tab shows; and with the name,
 * the icon and the pictures of the one in the address, for whoever does not run scripts.
 */
export function dressedPage(
  html: string,
  looks: readonly KeptLook[],
  { store, origin }: { store: string; origin: string },
): string {
  const look = lookOf(looks, store)
  const { drawn } = look
  const name = escaped(look.name)
  const list = escaped(looksText(looks))
  const icons = drawn
    ? `<link rel="icon" href="${drawn.icon.url}" type="image/png" sizes="192x192" /><link rel="apple-touch-icon" href="${drawn.touch.url}" />`
    : undefined
  const content = (value: string) => (_whole: string, start: string, end: string) => `${start}${value}${end}`
  return html
    .replace(/(<title>[^<]*? )okuru(<\/title>)/, content(name))
    .replace(/(<meta property="og:title"\s+content="[^"]*? )okuru(")/, content(name))
    .replace(/(<meta property="og:site_name"\s+content=")[^"]*(")/, content(name))
    .replace(/(<meta name="theme-color"\s+content=")[^"]*(")/, content(look.brand))
    .replace(/(<meta property="og:image"\s+content=")[^"]*(")/, (whole, start: string, end: string) =>
      drawn ? `${start}${origin}${drawn.share.url}${end}` : whole,
    )
    .replace(/<link rel="icon"[^>]*>/, (usual) => icons ?? usual)
    .replace('</head>', () => `<meta name="okuru-stores" content="${list}" /></head>`)
}
