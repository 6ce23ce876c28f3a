import type { LabelCarrier } from '#contract/carrier-label'
import { toCp932 } from '#server/platform/cp932'
import { csvLine } from '#server/platform/csv'
import { b2 } from './b2.rules.ts'
import { ehiden } from './ehiden.rules.ts'
import type { LabelFormat, Parcel } from './label-format.rules.ts'

const formats: Readonly<Record<LabelCarrier, LabelFormat>> = { YAMATO: b2, SAGAWA: ehiden }

export const labelFormatOf = (carrier: LabelCarrier): LabelFormat => formats[carrier]

/** Shift_JIS and CRLF. For parcels without problems. */
export function labelFile(format: LabelFormat, parcels: readonly Parcel[]): Uint8Array {
  const lines = [format.header, ...parcels.map(format.cells)]
  return toCp932(lines.map(csvLine).join(''))
}
