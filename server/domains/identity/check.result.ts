import type { IdentificationClause } from '#contract/codes'
import { documentRules, type IdentityDocument } from '#contract/identity-paper'
import type { Db } from '#server/platform/db'
import type { EkycResult } from '#server/platform/ekyc'
import type { Tools } from '#server/platform/tools'
import { methodOfClause } from './identity.methods.ts'

export const resultPlace = 'identity_check.result_enc'

const clauses: Readonly<Record<string, IdentificationClause>> = {
  photo_face: 'clause_8',
  chip_face: 'clause_9',
}

export const clauseOf = ({ method }: EkycResult): IdentificationClause | undefined =>
  Object.hasOwn(clauses, method) ? clauses[method] : undefined

export const documentOfResult = ({ document }: EkycResult): IdentityDocument | undefined =>
  Object.hasOwn(documentRules, document.type) ? (document.type as IdentityDocument) : undefined

/** For staff: what the provider read, and on which provision the record rests. */
export async function resultOf(db: Db, sessionId: number, { keys }: Pick<Tools, 'keys'>) {
  const row = await db
    .selectFrom('identity_check as k')
    .innerJoin('identity_session as s', 's.id', 'k.session_id')
    .select(['k.id', 'k.provider_id', 'k.clause', 'k.result_enc', 's.provider'])
    .where('k.session_id', '=', sessionId)
    .where('k.state', '=', 'approved')
    .executeTakeFirst()
  if (!row?.result_enc || row.clause === null) return null
  const result = JSON.parse(keys.field.decrypt(row.result_enc, resultPlace, row.id)) as EkycResult
  const method = methodOfClause(row.clause as IdentificationClause)
  return {
    name: row.provider,
    check: row.provider_id ?? '',
    clause: row.clause,
    law: method.law,
    valid_from: method.valid_from,
    valid_to: method.valid_to,
    name_read: result.name,
    birthday_read: result.birth,
    address_read: result.address,
  }
}
