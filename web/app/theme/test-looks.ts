import type { StoreLook } from './stores.ts'

/** A look of a store as the server writes it into the page. */
export const testLook = (key: string): Partial<StoreLook> => ({
  key,
  name: key.toUpperCase(),
  brand: '#17181a',
  accent: '#b9f53d',
  typeface: 'gothic',
  logo: { url: `/logos/${key}.svg`, width: 120, height: 24 },
})

export function putLooks(looks: readonly Partial<StoreLook>[]): void {
  document.querySelector('meta[name="okuru-stores"]')?.remove()
  const content = JSON.stringify(looks)
  document.head.append(Object.assign(document.createElement('meta'), { name: 'okuru-stores', content }))
}
