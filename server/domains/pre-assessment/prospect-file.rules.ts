// Whom the lines of a file speak of: telephone, without it mail, without that name and note.
import type { ProspectColumns } from './prospect.rules.ts'

type Known = ProspectColumns & { id: number }

interface Problem {
  line: number
  field: string
  message: string
}

export interface Weighed {
  added: ProspectColumns[]
  changed: Known[]
  unchanged: number
  problems: Problem[]
}

const wholeOf = ({ name, name_kana, phone_digits, email, note }: ProspectColumns): string =>
  JSON.stringify([name, name_kana, phone_digits, email, note])

function personOf({ name, phone_digits, email, note }: ProspectColumns): { field: string; key: string } {
  if (phone_digits !== '') return { field: 'phone', key: JSON.stringify(['phone', phone_digits]) }
  if (email !== '') return { field: 'email', key: JSON.stringify(['email', email]) }
  return { field: 'name', key: JSON.stringify(['name', name, note]) }
}

/** Lines that are known as they stand come first: of a family with one telephone each line keeps its own person. */
export function weighProspects(
  given: readonly ProspectColumns[],
  lines: readonly number[],
  known: readonly Known[],
): Weighed {
  const wholes = new Set(given.map(wholeOf))
  const exact = new Set(known.map(wholeOf))
  const open = Map.groupBy(
    known.filter((row) => !wholes.has(wholeOf(row))),
    (row) => personOf(row).key,
  )
  const weighed: Weighed = { added: [], changed: [], unchanged: 0, problems: [] }
  const lineOf = new Map<string, { line: number; whole: string }>()
  for (const [index, row] of given.entries()) {
    const [line, whole, { field, key }] = [lines[index] ?? 0, wholeOf(row), personOf(row)]
    const before = lineOf.get(key)
    const others = open.get(key) ?? []
    if (exact.has(whole) || before?.whole === whole) weighed.unchanged += 1
    else if (before)
      weighed.problems.push({ line, field, message: `${before.line}行目と同じ方ですが、内容が違います。` })
    else if (others.length > 1)
      weighed.problems.push({
        ...{ line, field },
        message: '同じ方が複数登録されています。見込みのお客さまの画面で直してください。',
      })
    else {
      lineOf.set(key, { line, whole })
      if (others[0]) weighed.changed.push({ ...row, id: others[0].id })
      else weighed.added.push(row)
    }
  }
  return weighed
}
