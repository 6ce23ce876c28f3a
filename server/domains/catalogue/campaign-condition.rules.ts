// In a file, the conditions of a campaign are names separated by bars.
import { foldBrand } from './brand-search.rules.ts'

export type ConditionName = { id: number; name: string; isOld?: boolean }
export type ConditionNames = Readonly<Record<'brands' | 'categories' | 'shops', readonly ConditionName[]>>

export const namesOf = (known: readonly ConditionName[], ids: readonly number[]): string => {
  const names = new Map(known.filter(({ isOld }) => !isOld).map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? '').join('|')
}

/** An exact name wins over one that differs only in case, width or kana, and both win over a name no longer in use. */
export function idsNamed(known: readonly ConditionName[], cell: string) {
  const names = cell
    .split(/[|｜]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const found = names.map((name) => {
    const folded = foldBrand(name)
    const alike = known.filter((one) => one.name === name || foldBrand(one.name) === folded)
    const own = alike.filter(({ isOld }) => !isOld)
    const exact = own.filter((one) => one.name === name)
    const best = [exact, own, alike].find((rows) => rows.length > 0) ?? []
    return { name, ids: [...new Set(best.map(({ id }) => id))] }
  })
  return {
    ids: [...new Set(found.flatMap(({ ids }) => ids))].toSorted((one, other) => one - other),
    unknown: found.filter(({ ids }) => ids.length === 0).map(({ name }) => name),
    several: found.filter(({ ids }) => ids.length > 1).map(({ name }) => name),
  }
}
