import { type antiqueLedgerCalls, mostLedgerWords } from '#contract/antique-ledger'
import type { CallQuery } from '#contract/call'
import { recordRead } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { missingInCp932 } from '#server/platform/cp932'
import { type CsvPiece, cellSeparator, csvPiecesOfLines } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import type { Db } from '#server/platform/db'
import { listMissing, type MissingPlace, missingIn } from '#server/platform/missing-characters'
import { invalidField, refuse } from '#server/platform/refusal'
import { countAll } from '#server/platform/shared-reads'
import {
  type FileFilter,
  fileLines,
  type LedgerFilter,
  lastSeq,
  ledgerWords,
  rowsToCount,
} from './antique-ledger.queries.ts'
import { ledgerColumns } from './antique-ledger.rules.ts'

const headers = ledgerColumns.map(({ label }) => label)

/**
 * Streams rows, oldest first. They contain personal data, so the download is recorded before the first one leaves. What
 * Shift_JIS lacks is looked for before that too, unless the rows up to `until` were checked: then they are read once.
 */
export async function* exportLedger(
  db: Db,
  actor: BusinessActor,
  { encoding = 'utf-8', substitute = false, until, ...asked }: CallQuery<typeof antiqueLedgerCalls.csv>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  refuseManyWords(asked)
  const filter = { ...asked, until }
  const isExact = encoding === 'shift_jis' && !substitute
  if (isExact && until === undefined) {
    for await (const _ of missingCharacters(db, actor, filter, signal)) throw refuse('not_in_shift_jis')
  }
  const rows = await countAll(db, actor.company_id, rowsToCount(actor, filter))
  const filters = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await recordRead(db, actor, {
    action: 'ledger.download',
    object_type: 'antique_ledger',
    object_id: actor.company_id,
    detail: { rows, filters, ...(encoding === 'utf-8' ? {} : { encoding }) },
  })
  const lines = allLines(db, actor, filter, signal)
  yield* csvPiecesOfLines(headers, isExact ? refusingMissing(lines) : lines, { bom: true, encoding })
}

/** Nothing changes unseen, also if the filter finds another row since the check: the file ends there, and fails. */
async function* refusingMissing(batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const lines of batches) {
    if (lines.some((line) => missingInCp932(line).length > 0)) throw refuse('not_in_shift_jis')
    yield lines
  }
}

async function* allLines(db: Db, actor: BusinessActor, filter: FileFilter, signal: AbortSignal) {
  const batches = inBatches(db, fileLines(db, actor, filter), signal, { firstRowsSoon: true })
  for await (const rows of batches) yield rows.map(({ line }) => line)
}

async function* missingCharacters(
  db: Db,
  actor: BusinessActor,
  filter: FileFilter,
  signal: AbortSignal,
): AsyncGenerator<MissingPlace> {
  let line = 1
  for await (const lines of allLines(db, actor, filter, signal)) {
    for (const text of lines) {
      line += 1
      if (missingInCp932(text).length === 0) continue
      const cells = text.split(cellSeparator)
      yield* missingIn(
        { line, seq: Number(cells[0]) },
        cells.map((cell, index) => [headers[index] ?? '', cell] as const),
      )
    }
  }
}

export async function checkShiftJis(db: Db, actor: BusinessActor, filter: LedgerFilter, signal: AbortSignal) {
  refuseManyWords(filter)
  const until = await lastSeq(db, actor)
  return { ...(await listMissing(missingCharacters(db, actor, { ...filter, until }, signal))), until }
}

/** Refused rather than searched for with some of them: a file or a printed ledger would say nothing of it. */
export function refuseManyWords({ q }: LedgerFilter): void {
  const { length } = ledgerWords(q)
  if (length > mostLedgerWords)
    throw invalidField(
      'q',
      `一度に探せることばは${mostLedgerWords}つまでです(いまは${length}つ)。ことばを減らすか、番号だけを並べてください。`,
    )
}
