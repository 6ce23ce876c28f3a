import { catalogueCalls } from '#contract/catalogue'
import { foldSearch } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf, registerOfflineResult } from '#web/lib/query-client.ts'

type Brand = AskResult<typeof catalogueCalls.everyBrand>[number]

const MOST = 50

/** Same order as the server: prefix matches first. */
export function findBrands(brands: readonly Brand[], typed: string): Brand[] {
  const wanted = foldSearch(typed)
  const words = ({ name, nameKana, aliases }: Brand) => [name, nameKana, ...aliases].map(foldSearch)
  const found = brands
    .map((brand) => ({ brand, words: words(brand) }))
    .filter(({ words }) => words.some((word) => word.includes(wanted)))
  const begins = (entry: (typeof found)[number]) => entry.words.some((word) => word.startsWith(wanted))
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))]
    .slice(0, MOST)
    .map(({ brand }) => brand)
}

export function findBrandsOffline(): void {
  registerOfflineResult(catalogueCalls.brands, (client, { query = {} }) => {
    const { shop, q = '' } = query
    const every = client.getQueryData(queryOf(catalogueCalls.everyBrand, { query: { shop } }).queryKey)
    return every && findBrands(every, String(q))
  })
}
