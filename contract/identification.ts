import type { IdentificationClause } from './codes.ts'

export type Demand = 'document' | 'filed_at' | 'mail' | 'bank_account'

const demandsOf: Readonly<Record<IdentificationClause, readonly Demand[]>> = {
  face_to_face: ['document'],
  clause_7: ['document', 'filed_at', 'mail', 'bank_account'],
  clause_8: ['document', 'filed_at'],
  clause_9: ['document', 'filed_at'],
  clause_13: [],
}

export const demands = (clause: IdentificationClause, demand: Demand): boolean =>
  demandsOf[clause].includes(demand)
