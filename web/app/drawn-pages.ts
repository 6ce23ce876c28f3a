// Runs while building: draws the pages of the storefront as they look before any response, for their documents.
import type { Theme } from '@mui/material/styles'
import { drawBeforeResponses, type StorePath } from './drawing.tsx'
import { addressOf, type FirstPage, isDrawn, shadeName } from './first-paint.ts'
import { storePages } from './pages.ts'
import { createOkuruTheme } from './theme/create-okuru-theme.ts'
import { shipped } from './theme/stores.ts'

const shade = (name: string, usual: unknown) => `var(--first-${name}, ${usual})`

/** The colours and the type of the store are set by the script of the first paint. */
function paintedTheme(): Theme {
  const theme = createOkuruTheme(shipped)
  for (const [group, shades] of Object.entries(theme.okuru.palette) as [string, Record<string, string>][])
    for (const [name, colour] of Object.entries(shades)) shades[name] = shade(shadeName(group, name), colour)
  for (const heading of [theme.typography.h1, theme.typography.h2, theme.typography.h3]) {
    heading.fontFamily = shade('family', heading.fontFamily)
    heading.fontWeight = shade('weight', heading.fontWeight)
    heading.letterSpacing = shade('spacing', heading.letterSpacing)
  }
  return theme
}

async function drawPage(path: StorePath): Promise<FirstPage> {
  const scene = { path, href: addressOf(path), storeKey: shipped.key, look: shipped, theme: paintedTheme() }
  return { path, own: storePages[path].signedIn, ...(await drawBeforeResponses(scene)) }
}

const paths = (Object.keys(storePages) as StorePath[]).filter(isDrawn)

export const drawnPages: readonly FirstPage[] = await Promise.all(paths.map(drawPage))
