import { mostPreItems, preAssessmentCalls } from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { queueKeysUntil } from '#web/ui/key-pipeline.ts'
import { notify } from '#web/ui/notify.tsx'
import { assessmentQuery, newSlug, rowRules } from './entry-queues.ts'
import { articlePatch, blankRow, type Cell, isBlank, nextField, type Patch, type Row } from './entry-types.ts'
import { attributeNames } from './use-attributes.ts'
import type { RowPlace, Rows } from './use-entry-rows.ts'
import type { Masters } from './use-masters.ts'

/** What one article usually shares with the one before it. */
export function inherited(rows: readonly Row[], slug: string, masters: Pick<Masters, 'seasonOf'>): Patch {
  const index = rows.findIndex((row) => row.slug === slug)
  const before = rows[index - 1]
  const season = masters.seasonOf(Number(todayInTokyo().slice(5, 7)))
  return {
    ...(before && before.gender !== null && { gender: before.gender }),
    ...(before && before.season !== null
      ? { season: before.season, seasonName: before.seasonName }
      : season && { season: season.value, seasonName: season.label }),
  }
}

type Work = Pick<Rows, 'client' | 'queue' | 'rows'> & {
  id: number
  place: RowPlace
  masters: Masters
  isOpen: boolean
}

/** Typing, and where the cursor goes next. */
export function writingOf({ id, client, queue, rows, place, masters, isOpen }: Work) {
  const edit = (slug: string, patch: Patch) => {
    const row = rows.find((one) => one.slug === slug)
    if (!isOpen || !row) return
    const { season, seasonName, ...others } = inherited(rows, slug, masters)
    queue.edit(slug, {
      ...(row.id === null && isBlank(row) && others),
      ...(row.season === null && season && 'condition' in patch && { season, seasonName }),
      ...patch,
    })
  }
  const add = () => {
    const free = rows.find((row) => row.id === null && isBlank(row))
    if (free) return place.goTo(free.slug)
    if (rows.length >= mostPreItems)
      return notify.info(`1件の事前査定に入れられるのは${mostPreItems}行までです。`)
    const slug = newSlug(id)
    queue.adopt(blankRow(slug))
    place.goTo(slug)
  }
  /** After a field comes the next one that is empty, after the last one the next article. */
  const goOn = (slug: string, after: Cell) => {
    const entry = queue.getState().entries[slug]
    const row = entry ? rowRules.viewOf(entry) : rows.find((one) => one.slug === slug)
    if (!row) return
    const field = nextField(row, after)
    // Without tags nobody is asked for one.
    if (field && (field !== 'season' || masters.hasSeasons)) return place.goTo(slug, field)
    const names = attributeNames(client, row)
    const end = (known: readonly string[]) => {
      const attribute = nextField(row, field ?? after, known)
      if (attribute) return place.goTo(slug, attribute)
      const next = rows[rows.findIndex((one) => one.slug === slug) + 1]
      if (next) place.goTo(next.slug)
      else add()
    }
    if (Array.isArray(names)) end(names)
    else queueKeysUntil(names.then(end))
  }
  const step = (by: number) => {
    const index = place.current ? rows.indexOf(place.current) : by > 0 ? -1 : rows.length
    const next = rows[index + by]
    if (next) place.goTo(next.slug)
    else if (by > 0 && isOpen) add()
  }
  return { edit, add, goOn, step }
}

/** What is done with a row as a whole. */
export function rowActsOf({ id, client, queue, rows, place, isOpen }: Work) {
  const copy = (patch: Patch): string => {
    const slug = newSlug(id)
    queue.adopt(blankRow(slug))
    queue.edit(slug, patch)
    return slug
  }
  const duplicate = () => {
    const { current } = place
    if (!isOpen || !current || isBlank(current)) return
    if (rows.length >= mostPreItems)
      return notify.info(`1件の事前査定に入れられるのは${mostPreItems}行までです。`)
    place.goTo(copy(articlePatch(current)), 'condition')
  }
  const remove = async (row: Row): Promise<boolean> => {
    const index = rows.indexOf(row)
    const next = rows[index + 1] ?? rows[index - 1]
    try {
      if (row.id !== null)
        await ask(preAssessmentCalls.removeItem, { params: { assessmentPk: id, id: row.id } })
    } catch (error) {
      notify.failed(sentenceFor(error))
      return false
    }
    queue.forget(row.slug)
    client.setQueryData(assessmentQuery(id).queryKey, (before) =>
      before ? { ...before, items: before.items.filter((item) => item.id !== row.id) } : before,
    )
    if (next) place.goTo(next.slug)
    else place.close()
    return true
  }
  /** Puts a removed row back, as a new one. */
  const restore = (row: Row) => place.goTo(copy({ ...articlePatch(row), count: row.count, hand: row.hand }))
  return { duplicate, remove, restore }
}
