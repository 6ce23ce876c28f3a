import type { IdentificationClause } from '#contract/codes'
import { presentAct } from '#contract/identity-paper'

export type Clause = IdentificationClause

export interface Method {
  clause: Clause
  law: string
  /** First and last day for recording a check; null: no end. */
  valid_from: string
  valid_to: string | null
}

// When a method ends, set its `valid_to`: old records keep theirs.
export const methods: readonly Method[] = [
  { clause: 'face_to_face', law: '古物営業法15条1項1号', valid_from: presentAct, valid_to: null },
  { clause: 'law_3', law: '古物営業法15条1項3号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_1', law: '古物営業法施行規則15条3項1号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_4', law: '古物営業法施行規則15条3項4号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_6', law: '古物営業法施行規則15条3項6号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_7', law: '古物営業法施行規則15条3項7号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_8', law: '古物営業法施行規則15条3項8号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_9', law: '古物営業法施行規則15条3項9号', valid_from: presentAct, valid_to: null },
  { clause: 'clause_13', law: '古物営業法施行規則15条3項13号', valid_from: presentAct, valid_to: null },
]

export function methodOn(clause: Clause, date: string, known: readonly Method[] = methods): Method | null {
  const method = known.find((candidate) => candidate.clause === clause)
  if (!method || date < method.valid_from) return null
  return method.valid_to === null || date <= method.valid_to ? method : null
}

/** Also of one that ended. */
export const methodOfClause = (clause: Clause): Method =>
  methods.find((candidate) => candidate.clause === clause) as Method
