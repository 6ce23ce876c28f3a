import { foldSearch } from '#contract/text'
import type { Line } from './payout-types.ts'
import type { Results } from './use-payout-moves.ts'

export type Decision = { result: 'paid' | 'bounced'; reason: string }
/** By line id; undecided lines are missing. */
export type Decisions = Readonly<Record<string, Decision>>

export const bounceReasons = [
  '口座番号が違います',
  '口座名義が違います',
  '口座が解約されています',
  '口座が見つかりません',
  'お取り扱いが止まっています',
] as const

/** Drops decisions on lines that have a recorded result by now. */
export function openDecisions(lines: readonly Line[], decisions: Decisions): Decisions {
  return Object.fromEntries(
    lines.flatMap(({ id, result }) => {
      const decision = decisions[id]
      return result === 'pending' && decision ? [[String(id), decision]] : []
    }),
  )
}

export function restPaid(lines: readonly Line[], decisions: Decisions): Decisions {
  const rest = lines.filter(({ id, result }) => result === 'pending' && !decisions[id])
  return {
    ...decisions,
    ...Object.fromEntries(rest.map(({ id }) => [id, { result: 'paid', reason: '' } as const])),
  }
}

/** Keeps a reason that was typed before. */
export const decide = (decisions: Decisions, line: number, result: Decision['result']): Decisions => ({
  ...decisions,
  [line]: { result, reason: decisions[line]?.reason ?? '' },
})

export function undecide(decisions: Decisions, line: number): Decisions {
  const { [line]: _, ...others } = decisions
  return others
}

export const withoutReason = (decisions: Decisions): number[] =>
  Object.entries(decisions)
    .filter(([, { result, reason }]) => result === 'bounced' && !reason.trim())
    .map(([line]) => Number(line))

export const resultsOf = (decisions: Decisions): Results =>
  Object.entries(decisions).map(([line, { result, reason }]) => ({
    line: Number(line),
    result,
    ...(result === 'bounced' && { reason: reason.trim() }),
  }))

export function findLines(lines: readonly Line[], words: string): readonly Line[] {
  const wanted = foldSearch(words)
  if (!wanted) return lines
  return lines.filter(({ customerName, accountHolderKana, transfer }) =>
    [customerName, accountHolderKana, String(transfer)].some((text) => foldSearch(text).includes(wanted)),
  )
}

export type Tally = { count: number; amount: number }

/** Combines recorded results with decisions that are not recorded yet. */
export function tally(lines: readonly Line[], decisions: Decisions = {}) {
  const sums: Record<'paid' | 'bounced' | 'returned' | 'open', Tally> = {
    paid: { count: 0, amount: 0 },
    bounced: { count: 0, amount: 0 },
    returned: { count: 0, amount: 0 },
    open: { count: 0, amount: 0 },
  }
  for (const { id, result, amount } of lines) {
    const said = result === 'pending' ? decisions[id]?.result : result
    const sum = sums[said === 'paid' || said === 'bounced' || said === 'returned' ? said : 'open']
    sum.count += 1
    sum.amount += amount
  }
  return sums
}
