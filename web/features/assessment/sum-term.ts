/** Of how many articles the assessed total is: those without a price are not in it. */
export function sumTerm(items: readonly { price: number | null }[]): string {
  const without = items.filter(({ price }) => price === null).length
  const others = without > 0 ? `・ほか${without}点は値段なし` : ''
  return `査定額の合計(${items.length - without}点${others})`
}
