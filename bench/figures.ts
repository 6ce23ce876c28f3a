export interface Figure {
  name: string
  value: number
  unit: string
  must: string
  ok: boolean
}

const figures: Figure[] = []

export function figure(
  name: string,
  value: number,
  unit: string,
  must: { atLeast: number } | { atMost: number },
): void {
  const ok = 'atLeast' in must ? value >= must.atLeast : value <= must.atMost
  const words = 'atLeast' in must ? `≥ ${must.atLeast}` : `≤ ${must.atMost}`
  const entry = { name, value, unit, must: words, ok }
  figures.push(entry)
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(2)
  process.stdout.write(
    `${ok ? 'ok  ' : 'MISS'} ${name.padEnd(64)} ${shown.padStart(9)} ${unit.padEnd(5)} (${words})\n`,
  )
}

export function note(text: string): void {
  process.stdout.write(`     ${text}\n`)
}

export function verdict(): number {
  const missed = figures.filter((entry) => !entry.ok)
  process.stdout.write(`\n${figures.length - missed.length} of ${figures.length} figures hold\n`)
  return missed.length === 0 ? 0 : 1
}
