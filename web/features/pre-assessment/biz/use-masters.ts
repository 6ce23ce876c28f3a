import { useMemo } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { itemGender } from '#contract/codes'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { foldSearch } from '#contract/text'
import { findBrands } from '#web/features/catalogue/shared/find-brands.ts'
import { useCall } from '#web/lib/query-client.ts'
import type { Choice } from '#web/ui/combobox.tsx'

const MOST = 12
const MOST_OF_PAGE = 200

const timesText = (permille: number): string => `×${(permille / 1000).toFixed(2)}`

/** Those that contain the text; those that begin with it first. */
export function matching(options: readonly Choice<number>[], text: string): Choice<number>[] {
  const wanted = foldSearch(text)
  if (wanted === '') return [...options]
  const found = options.filter(({ label, hint = '' }) =>
    [label, hint].some((name) => foldSearch(name).includes(wanted)),
  )
  const begins = ({ label }: Choice<number>) => foldSearch(label).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
}

const genders = Object.entries(itemGender).map(([value, label]) => ({ value: Number(value), label }))

/** What the cells choose from, read once for the page: an answer to a key must not wait for the network. */
export function useMasters(shop: number | undefined) {
  const brands = useCall(catalogueCalls.everyBrand, { query: { shop } })
  const tree = useCall(catalogueCalls.categories)
  const active = { query: { isActive: true, size: MOST_OF_PAGE } }
  const statuses = useCall(preAssessmentCalls.itemStatuses, active)
  const seasons = useCall(preAssessmentCalls.seasonTags, active)
  const categories = useMemo(() => {
    const all = tree.data ?? []
    const parents = new Set(all.map(({ parent }) => parent))
    const nameOf = (id: number | null) => all.find((one) => one.id === id)?.name
    return all
      .filter(({ id }) => !parents.has(id))
      .map(({ id, name, parent }): Choice<number> => ({ value: id, label: name, hint: nameOf(parent) }))
  }, [tree.data])
  const conditions = useMemo(
    () =>
      (statuses.data?.results ?? []).map(({ id, name, factorPermille }) => ({
        ...{ value: id, label: name, hint: timesText(factorPermille) },
      })),
    [statuses.data],
  )
  const tags = useMemo(
    () =>
      (seasons.data?.results ?? []).map(({ id, name, factorPermille, months }) => ({
        ...{ value: id, label: name, hint: timesText(factorPermille), months },
      })),
    [seasons.data],
  )
  return {
    brandsFor: (text: string): Choice<number>[] =>
      text.trim() === ''
        ? []
        : findBrands(brands.data ?? [], text)
            .slice(0, MOST)
            .map(({ id, name, nameKana }) => ({ value: id, label: name, hint: nameKana })),
    categoriesFor: (text: string) => matching(categories, text),
    gendersFor: (text: string) => matching(genders, text),
    conditionsFor: (text: string) => matching(conditions, text),
    seasonsFor: (text: string) => matching(tags, text),
    /** The tag of the month; of several the one that says most. */
    seasonOf: (month: number) =>
      tags
        .filter(({ months }) => months.includes(month))
        .toSorted((one, other) => one.months.length - other.months.length)[0],
    hasSeasons: tags.length > 0,
    areBrandsKnown: brands.data !== undefined,
    areCategoriesKnown: tree.data !== undefined,
    hasNoConditions: statuses.data?.results.length === 0,
    reads: [brands, tree, statuses, seasons],
  }
}
export type Masters = ReturnType<typeof useMasters>
