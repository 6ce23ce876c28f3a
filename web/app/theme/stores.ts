import { storeLooks, storeNameOf } from '#contract/store-look'
import type { StoreThemeEntry } from './store-theme.ts'

const storeLook = (name: keyof typeof storeLooks): StoreThemeEntry => ({
  name: storeNameOf(name),
  palette: storeLooks[name],
  assets: { logo: `/logos/${name}.svg` },
})

export const DEFAULT_STORE_KEY = 'default'

const defaultTheme: StoreThemeEntry = {
  name: storeNameOf(DEFAULT_STORE_KEY),
  palette: {
    ...storeLooks.default,
    primary: {
      lightest: '#f1f4f9',
      lighter: '#dbe3f0',
      light: '#6f88b4',
      main: '#1d3b70',
      dark: '#10203f',
    },
  },
  assets: { logo: '/logos/default.svg' },
}

export const storeThemes: Readonly<Record<string, StoreThemeEntry>> = {
  [DEFAULT_STORE_KEY]: defaultTheme,
  aoyama: storeLook('aoyama'),
  umeda: storeLook('umeda'),
  sakae: storeLook('sakae'),
}

/** Own keys only, so that `constructor` is unknown. */
export function storeThemeOf(
  key: string,
  themes: Readonly<Record<string, StoreThemeEntry>> = storeThemes,
): StoreThemeEntry {
  return (Object.hasOwn(themes, key) ? themes[key] : undefined) ?? defaultTheme
}
