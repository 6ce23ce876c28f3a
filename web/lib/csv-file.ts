import { type CsvEncoding, csvEncodings } from '#contract/csv-encoding'

function decodeAs(encoding: string, bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export type CsvText = { csv: string; encoding: CsvEncoding }

/** UTF-8 with or without its mark, otherwise Shift_JIS as Excel saves it. */
export function csvTextOf(bytes: ArrayBuffer): CsvText | undefined {
  for (const encoding of csvEncodings) {
    const csv = decodeAs(encoding, bytes)
    if (csv !== undefined) return { csv, encoding }
  }
  return undefined
}

export type LineProblem = { line: number; messages: string[] }

/** The refusal of a file, `{rows: [{}, {amount: […]}], lines: [2, 3]}`, as what is wrong in which line. */
export function lineProblems(body: unknown): LineProblem[] {
  const { rows, lines } = (body ?? {}) as { rows?: unknown; lines?: unknown }
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: Record<string, unknown>, index) => {
    const messages = Object.values(row ?? {})
      .flat()
      .map(String)
    const line = Array.isArray(lines) ? Number(lines[index]) : index + 1
    return messages.length > 0 ? [{ line, messages }] : []
  })
}
