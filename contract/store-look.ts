/** The two colours a store's pages and mails are derived from. */
export interface StoreLook {
  brand: string
  accent: string
}

const dark: StoreLook = { brand: '#17181a', accent: '#b9f53d' }

export const storeLooks = {
  default: { brand: '#10203f', accent: '#d8f24a' },
  aoyama: dark,
  umeda: dark,
  sakae: dark,
} as const satisfies Record<string, StoreLook>

/** As visitors read it. */
export const storeNameOf = (key: string): string =>
  Object.hasOwn(storeLooks, key) && key !== 'default' ? key.toUpperCase() : 'okuru'

/** Own keys only, so that `constructor` is unknown. */
export const storeLookOf = (key: string): StoreLook =>
  Object.hasOwn(storeLooks, key) ? storeLooks[key as keyof typeof storeLooks] : storeLooks.default
