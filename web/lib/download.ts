import { tokyoDate } from '#contract/day'

/** Saves a text as a file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function downloadCsv(name: string, text: string): void {
  const blob = new Blob(['\uFEFF', text.replace(/^\uFEFF/, '')], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name}_${tokyoDate(Date.now())}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
