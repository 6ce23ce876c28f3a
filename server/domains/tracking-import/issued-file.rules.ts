import { type ReadReference, readReference } from '#contract/carrier-label'
import { type IssuedColumns, issuedColumns } from '#contract/tracking-event'
import type { IssuedResult } from '#contract/tracking-import'
import { type Carrier, normalizeTrackingNumber } from '#contract/tracking-number'
import { openCarrierFile, shownCell } from './carrier-file.rules.ts'

export interface IssuedFileLine {
  line: number
  /** As the file says. */
  reference: string
  tracking_number: string
  /** What the line says; a reason when it cannot be used. */
  says: { reference: ReadReference; number: string } | IssuedResult
}

export type IssuedFile = { ok: true; lines: IssuedFileLine[] } | { ok: false; message: string }

const shape = {
  columns: issuedColumns as Readonly<Record<Carrier, Record<keyof IssuedColumns, readonly string[]>>>,
  missing: (
    names: Partial<Record<keyof IssuedColumns, string>>,
    columns: Readonly<Record<keyof IssuedColumns, readonly string[]>>,
  ) => [
    ...(names.reference === undefined ? [columns.reference] : []),
    ...(names.number === undefined ? [columns.number] : []),
  ],
  advice:
    '送り状を発行したあとのデータをお使いください。荷物の状況のCSVなら、ファイルの中身を「荷物の状況」にしてください。',
}

export function readIssuedFile(bytes: Uint8Array, carrier: Carrier): IssuedFile {
  const file = openCarrierFile(bytes, carrier, shape)
  if (!file.ok) return file
  const lines = file.rows.map(({ line, cell }) => {
    const reference = cell(file.names.reference)
    const number = cell(file.names.number)
    const shown = { line, reference: shownCell(reference), tracking_number: shownCell(number) }
    return { ...shown, says: saidBy(carrier, reference, number) }
  })
  return { ok: true, lines }
}

function saidBy(carrier: Carrier, text: string, number: string): IssuedFileLine['says'] {
  const reference = readReference(text)
  // Parcels of others may be in the same file.
  if (!reference) return 'bad_reference'
  if (number === '') return 'no_number'
  const tracking = normalizeTrackingNumber(carrier, number)
  return tracking.ok ? { reference, number: tracking.number } : 'bad_number'
}
