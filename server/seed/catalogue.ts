import { readFileSync } from 'node:fs'
import { type CatalogueLists, readList } from '#server/domains/catalogue/catalogue.load'

/** Without campaigns: each is one dealer's promise. */
export const shippedLists = ['brands', 'categories', 'attributes', 'templates'] as const
type Shipped = (typeof shippedLists)[number]

export function readShipped<Name extends Shipped>(list: Name): CatalogueLists[Name] {
  const read = readList(list, readFileSync(`${import.meta.dirname}/catalogue/${list}.csv`))
  if (read.ok) return read.entries
  const [problem] = read.problems
  throw new Error(`${list}.csv, line ${problem?.line}, ${problem?.column}: ${problem?.message}`)
}

export const readAllShipped = (): Pick<CatalogueLists, Shipped> => ({
  brands: readShipped('brands'),
  categories: readShipped('categories'),
  attributes: readShipped('attributes'),
  templates: readShipped('templates'),
})
