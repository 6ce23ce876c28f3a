export interface Lettered<Brand> {
  letter: string
  brands: Brand[]
}

const others = 'その他'

/** Keeps the order of the brands. Names that do not start with A–Z come last. */
export function lettersOf<Brand extends { name: string }>(brands: readonly Brand[]): Lettered<Brand>[] {
  const parts = new Map<string, Brand[]>()
  for (const brand of brands) {
    // Decomposes accented letters, so that É is filed under E.
    const first = brand.name.normalize('NFKD').charAt(0).toUpperCase()
    const letter = /^[A-Z]$/.test(first) ? first : others
    parts.set(letter, [...(parts.get(letter) ?? []), brand])
  }
  const order = ([a]: [string, unknown], [b]: [string, unknown]) =>
    Number(a === others) - Number(b === others) || a.localeCompare(b)
  return [...parts].sort(order).map(([letter, some]) => ({ letter, brands: some }))
}
