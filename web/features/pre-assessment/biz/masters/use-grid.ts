import { useRef, useState } from 'react'
import { useDraft } from '#web/lib/draft.ts'
import { fieldErrors, sentenceFor } from '#web/lib/errors.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { changedFrom, type GridColumn, pasteAt, type Texts } from './grid.rules.ts'

/** What was typed cannot be sent: a sentence by column. */
export class CellProblems extends Error {
  readonly fields: Texts
  constructor(fields: Texts) {
    super('cells refused')
    this.fields = fields
  }
}

export interface RowProblem {
  sentence: string
  fields: readonly string[]
}

interface Edit<Row> {
  /** As it was when typing began; null: a new row. */
  stored: Row | null
  texts: Texts
}
type Written<Row> = { edits: Readonly<Record<string, Edit<Row>>> }

export interface GridRow<Row> {
  key: string
  stored: Row | null
  texts: Texts
  isEdited: boolean
}

export interface GridOptions<Row> {
  draft: string
  columns: readonly GridColumn[]
  rows: readonly Row[] | undefined
  idOf: (row: Row) => number
  versionOf: (row: Row) => number
  textsOf: (row: Row | null) => Texts
  /** Columns that change by themselves with the first change of a row. */
  along?: (row: Row | null) => Texts
  save: (texts: Texts, stored: Row | null) => Promise<Row>
}

type Read<Body> = { body: Body } | { problems: Texts }

interface Calls<Row, Body> {
  create: (body: Body) => Promise<Row>
  replace: (id: number, body: Body & { version: number }) => Promise<Row>
}

/** Saves a row by its number: a new one is made, one that is stored is replaced as it was seen. */
export const savedBy =
  <Row extends { id: number; version: number }, Body>(
    read: (texts: Texts) => Read<Body>,
    { create, replace }: Calls<Row, Body>,
  ) =>
  async (texts: Texts, stored: Row | null): Promise<Row> => {
    const found = read(texts)
    if ('problems' in found) throw new CellProblems(found.problems)
    const { body } = found
    return stored ? replace(stored.id, { ...body, version: stored.version }) : create(body)
  }

const NEW = 'new-'
const isNew = (key: string): boolean => key.startsWith(NEW)

const problemOf = (error: unknown): RowProblem => {
  const fields = error instanceof CellProblems ? error.fields : undefined
  if (fields) return { sentence: Object.values(fields).join(' '), fields: Object.keys(fields) }
  const named = Object.entries(fieldErrors(error)).filter(([name]) => name !== 'nonFieldErrors')
  const sentence = named.length > 0 ? named.flatMap(([, messages]) => messages).join(' ') : sentenceFor(error)
  return { sentence, fields: named.map(([name]) => name.split('.')[0] ?? name) }
}

/** Rows saved here keep their place and their focus, though a new version has another number. */
function useKeys<Row>({ rows, idOf, versionOf }: Pick<GridOptions<Row>, 'rows' | 'idOf' | 'versionOf'>) {
  const [saved, setSaved] = useState<ReadonlyMap<string, Row>>(new Map())
  const keys = new Map([...saved].map(([key, row]) => [idOf(row), key]))
  const keyOf = (row: Row) => keys.get(idOf(row)) ?? String(idOf(row))
  const listed = (rows ?? []).map((row) => {
    const key = keyOf(row)
    const own = saved.get(key)
    // A list that was read before knows less.
    return { key, row: own && versionOf(own) > versionOf(row) ? own : row }
  })
  const known = new Set(listed.map(({ key }) => key))
  const added = [...saved].filter(([key]) => isNew(key) && !known.has(key))
  return {
    listed,
    added: added.map(([key, row]) => ({ key, row })).toReversed(),
    remember: (key: string, row: Row) => setSaved((before) => new Map(before).set(key, row)),
    forget: (key: string) => setSaved((before) => new Map([...before].filter(([each]) => each !== key))),
  }
}

/** The conflict of a row: what somebody else saved meanwhile. */
export interface GridConflict<Row> {
  key: string
  theirs: Row
}

/** Rows that are typed in a grid, kept until they are saved, also over a reload; rows of other pages stand on top. */
export function useGrid<Row>(options: GridOptions<Row>) {
  const { columns, idOf, versionOf, textsOf, along, save } = options
  const draft = useDraft<Written<Row>>(options.draft, { edits: {} })
  const keys = useKeys(options)
  const [problems, setProblems] = useState<Readonly<Record<string, RowProblem>>>({})
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const [conflict, setConflict] = useState<GridConflict<Row>>()
  const latest = useRef(draft.value.edits)
  const running = useRef(new Map<string, Promise<boolean>>())

  const shown = new Map(keys.listed.map(({ key, row }) => [key, row]))
  for (const { key, row } of keys.added) shown.set(key, row)
  const { edits } = draft.value
  const rowOf = (key: string): GridRow<Row> => {
    const edit = edits[key]
    const stored = edit ? edit.stored : (shown.get(key) ?? null)
    return { key, stored, texts: { ...textsOf(stored), ...edit?.texts }, isEdited: edit !== undefined }
  }
  const elsewhere = Object.keys(edits).filter((key) => !shown.has(key))
  const order = [
    ...elsewhere.toReversed(),
    ...keys.added.map(({ key }) => key),
    ...keys.listed.map(({ key }) => key),
  ]
  const rows = order.map(rowOf)

  const write = (change: (edits: Record<string, Edit<Row>>) => void) => {
    const next = { ...latest.current }
    change(next)
    latest.current = next
    draft.setValue({ edits: next })
  }
  const calm = (key: string) =>
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== key)))

  const edit = (key: string, changes: Texts) => {
    calm(key)
    write((all) => {
      const before = all[key]
      const stored = before ? before.stored : (shown.get(key) ?? null)
      const base = textsOf(stored)
      const typed = { ...(before ? {} : along?.(stored)), ...before?.texts, ...changes }
      const changed = changedFrom(stored ? base : {}, typed)
      const isBack = stored !== null && Object.keys(changed).every((name) => name in (along?.(stored) ?? {}))
      if (isBack && !Object.keys(changes).some((name) => name in changed)) delete all[key]
      else all[key] = { stored, texts: changed }
    })
  }
  const drop = (key: string) => {
    calm(key)
    write((all) => {
      delete all[key]
    })
  }
  const add = (texts: Texts = {}): string => {
    const key = `${NEW}${crypto.randomUUID?.() ?? String(Math.random())}`
    write((all) => {
      all[key] = { stored: null, texts: { ...along?.(null), ...texts } }
    })
    return key
  }
  const send = async (key: string): Promise<boolean> => {
    const sent = latest.current[key]
    if (!sent) return true
    setPending((before) => new Set(before).add(key))
    try {
      const row = await save({ ...textsOf(sent.stored), ...sent.texts }, sent.stored)
      keys.remember(key, row)
      calm(key)
      const now = latest.current[key]
      // Typing may have gone on meanwhile.
      const rest = now && now !== sent ? changedFrom(sent.texts, now.texts) : {}
      write((all) => {
        if (Object.keys(rest).length === 0) delete all[key]
        else all[key] = { stored: row, texts: rest }
      })
      return Object.keys(rest).length === 0
    } catch (error) {
      const theirs = currentOf<Row>(error)
      if (theirs && Object.keys(changedFrom(textsOf(theirs), sent.texts)).length === 0) {
        keys.remember(key, theirs)
        drop(key)
        return true
      }
      if (theirs) setConflict({ key, theirs })
      setProblems((before) => ({ ...before, [key]: problemOf(error) }))
      return false
    } finally {
      running.current.delete(key)
      setPending((before) => new Set([...before].filter((each) => each !== key)))
    }
  }
  /** Resolves to whether the row holds what is stored. */
  const saveRow = (key: string): Promise<boolean> => {
    const going = running.current.get(key)
    if (going) return going
    const started = send(key)
    running.current.set(key, started)
    return started
  }
  const saveAll = async (): Promise<number> => {
    let count = 0
    for (const key of Object.keys(latest.current)) if (await saveRow(key)) count += 1
    return count
  }
  const settle = async (theirTexts: readonly string[]) => {
    if (!conflict) return
    const { key, theirs } = conflict
    const base = textsOf(theirs)
    setConflict(undefined)
    calm(key)
    keys.remember(key, theirs)
    write((all) => {
      // What only they changed stays as they have it.
      const mine = Object.entries(all[key]?.texts ?? {}).filter(([name]) => !theirTexts.includes(name))
      const texts = changedFrom(base, Object.fromEntries(mine))
      if (Object.keys(texts).length > 0) all[key] = { stored: theirs, texts }
      else delete all[key]
    })
    await saveRow(key)
  }
  const paste = (
    block: readonly (readonly string[])[],
    at: { row: number; column: number },
    adds: boolean,
  ) => {
    for (const { row, changes } of pasteAt(block, columns, at)) {
      const found = rows[row]
      if (found) edit(found.key, changes)
      else if (adds) add(changes)
    }
  }
  return {
    columns,
    rows,
    problems,
    pending,
    conflict,
    closeConflict: () => setConflict(undefined),
    settle,
    edited: Object.keys(edits).length,
    elsewhere: elsewhere.filter((key) => !isNew(key)).length,
    restored: draft.restored && Object.keys(edits).length > 0,
    edit,
    drop,
    dropAll: () => {
      setProblems({})
      write((all) => {
        for (const key of Object.keys(all)) delete all[key]
      })
    },
    add,
    saveRow,
    saveAll,
    paste,
    /** A row that was removed. */
    forget: keys.forget,
    idOf,
    versionOf,
    textsOf,
  }
}

export type Grid<Row> = ReturnType<typeof useGrid<Row>>
