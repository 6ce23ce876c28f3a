import { useMemo, useState } from 'react'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useCall, useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { readTemplate, type Template, templateColumns, templateTexts } from './template.rules.ts'
import { CellProblems, useGrid } from './use-grid.ts'

const MOST = 200

/** What the cells of a template may say. */
export function useTemplateMasters() {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), 200)
  const brands = useCallWithPrevious(calls.brands, { query: { q, size: 20 } }, q !== '').data?.results ?? []
  const categories = useCall(calls.categories, { query: { size: MOST } }).data?.results ?? []
  const conditions = useCall(calls.itemStatuses, { query: { size: MOST } }).data?.results ?? []
  const seasons = useCall(calls.seasonTags, { query: { size: MOST } }).data?.results ?? []
  return { brands, categories, conditions, seasons, onBrandTyped: setTyped }
}
export type TemplateMasters = ReturnType<typeof useTemplateMasters>

/** Days as they stand in a cell. */
export const dayInCell = (day: string): string => day.replaceAll('-', '/')

/** The first names of a category alone where it is the only one of that name. */
const categoryNames = (categories: TemplateMasters['categories']): string[] =>
  categories.map(({ name, path }) =>
    categories.filter((other) => other.name === name).length > 1 ? [...path, name].join('>') : name,
  )

export function useTemplateGrid(
  rows: readonly Template[] | undefined,
  masters: TemplateMasters,
  from: string,
) {
  const create = useMutationOf(calls.createPriceTemplate)
  const replace = useMutationOf(calls.replacePriceTemplate)
  const { brands, categories, conditions, seasons } = masters
  const columns = useMemo(() => {
    const options: Readonly<Record<string, readonly string[]>> = {
      brand: brands.map(({ name }) => name),
      category: categoryNames(categories),
      condition: conditions.filter(({ isActive }) => isActive).map(({ name }) => name),
      season: seasons.filter(({ isActive }) => isActive).map(({ name }) => name),
    }
    return templateColumns.map((column) => ({ ...column, options: options[column.key] ?? column.options }))
  }, [brands, categories, conditions, seasons])
  return useGrid<Template>({
    draft: 'price-templates',
    columns,
    rows,
    idOf: ({ id }) => id,
    // Each change makes a new row, whose number is higher.
    versionOf: ({ id }) => id,
    textsOf: templateTexts,
    along: () => ({ validFrom: dayInCell(from) }),
    save: async (texts, stored) => {
      const brand = (texts.brand ?? '').trim()
      // Brands are too many to be known beforehand.
      const isKnown = brand === '' || brand === stored?.brandName
      const found = isKnown ? [] : (await ask(calls.brands, { query: { q: brand, size: 50 } })).results
      const read = readTemplate(
        texts,
        stored,
        { brands: found, categories, conditions, seasons },
        todayInTokyo(),
      )
      if ('problems' in read) throw new CellProblems(read.problems)
      return stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: read.body })
        : create.mutateAsync({ body: read.body })
    },
  })
}
