import type { antiqueLedgerCalls } from '#contract/antique-ledger'
import type { CallQuery, CallResult } from '#contract/call'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { cp932Substitute, missingInCp932 } from '#server/platform/cp932'
import { type CsvPiece, cellSeparator, csvPiecesOfLines } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import { countRows, fileLines, type LedgerFilter } from './antique-ledger.queries.ts'
import { ledgerColumns } from './antique-ledger.rules.ts'

const headers = ledgerColumns.map(({ label }) => label)

/** Streams rows, oldest first. They contain personal data, so the download is recorded before the first one leaves. */
export async function* exportLedger(
  db: Db,
  actor: BusinessActor,
  { encoding = 'utf-8', substitute = false, ...filter }: CallQuery<typeof antiqueLedgerCalls.csv>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  if (encoding === 'shift_jis' && !substitute) {
    for await (const _ of missingCharacters(db, actor, filter, signal)) throw refuse('not_in_shift_jis')
  }
  const rows = await countRows(db, actor, filter)
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, {
      action: 'ledger.download',
      object_type: 'antique_ledger',
      object_id: actor.company_id,
      detail: { rows, filters, ...(encoding === 'utf-8' ? {} : { encoding }) },
    }),
  )
  yield* csvPiecesOfLines(headers, allLines(db, actor, filter, signal), { bom: true, encoding })
}

async function* allLines(db: Db, actor: BusinessActor, filter: LedgerFilter, signal: AbortSignal) {
  const batches = inBatches(db, fileLines(db, actor, filter), signal, { firstRowsSoon: true })
  for await (const rows of batches) yield rows.map(({ line }) => line)
}

type Checked = CallResult<typeof antiqueLedgerCalls.csvCheck>
const mostPlaces = 200

async function* missingCharacters(
  db: Db,
  actor: BusinessActor,
  filter: LedgerFilter,
  signal: AbortSignal,
): AsyncGenerator<Checked['places'][number]> {
  let line = 1
  for await (const lines of allLines(db, actor, filter, signal)) {
    for (const text of lines) {
      line += 1
      if (missingInCp932(text).length === 0) continue
      const cells = text.split(cellSeparator)
      for (const [index, cell] of cells.entries())
        for (const character of missingInCp932(cell))
          yield {
            line,
            seq: Number(cells[0]),
            column: headers[index] ?? '',
            character,
            substitute: cp932Substitute(character),
          }
    }
  }
}

/** What a file in Shift_JIS would contain otherwise than written: nothing changes unseen. */
export async function checkShiftJis(
  db: Db,
  actor: BusinessActor,
  filter: LedgerFilter,
  signal: AbortSignal,
): Promise<Checked> {
  const places: Checked['places'] = []
  const characters = new Map<string, Checked['characters'][number]>()
  let count = 0
  for await (const place of missingCharacters(db, actor, filter, signal)) {
    const { character, substitute } = place
    const seen = characters.get(character) ?? { character, substitute, count: 0 }
    characters.set(character, { ...seen, count: seen.count + 1 })
    count += 1
    if (places.length < mostPlaces) places.push(place)
  }
  return { count, characters: [...characters.values()].sort((a, b) => b.count - a.count), places }
}
