import type { IdentificationClause } from '#contract/codes'

export type Clause = IdentificationClause

export interface Method {
  clause: Clause
  /** Where the law describes it, as it is written into the record. */
  law: string
  /** First and last day on which a check may be recorded by it; null: no end is set. */
  valid_from: string
  valid_to: string | null
}

// The act in its present form holds from this day; a service that begins later needs no earlier one. When a
// method ends, its last day is written here and records made before keep what they were.
const presentAct = '2020-04-01'

/** The ways to confirm who somebody is that staff can record. */
export const methods: readonly Method[] = [
  { clause: 'face_to_face', law: '古物営業法15条1項1号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_7', law: '古物営業法施行規則15条3項7号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_8', law: '古物営業法施行規則15条3項8号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_9', law: '古物営業法施行規則15条3項9号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_13', law: '古物営業法施行規則15条3項13号', valid_from: presentAct, valid_to: null },
]

/** The method, if it may be used on that day. */
export function methodOn(clause: Clause, date: string, known: readonly Method[] = methods): Method | null {
  const method = known.find((candidate) => candidate.clause === clause)
  if (!method || date < method.valid_from) return null
  return method.valid_to === null || date <= method.valid_to ? method : null
}
