import { sql } from 'kysely'
import type { providerStates } from '#contract/identity'
import type { Db } from '#server/platform/db'

export const identificationRows = (db: Db, customer: number) =>
  db
    .selectFrom('identification as i')
    .innerJoin('company as c', 'c.id', 'i.company_id')
    .select([
      ...(['i.id', 'c.name as dealer', 'i.identification_kind', 'i.ekyc_status', 'i.clause'] as const),
      ...(['i.document_name', 'i.document_issuer', 'i.document_number_enc', 'i.verified_name'] as const),
      ...(['i.verified_name_kana', 'i.verified_birthday_enc', 'i.verified_address'] as const),
      ...(['i.verified_agent_name', 'i.authority_evidence', 'i.mail_delivered_on', 'i.mail_number'] as const),
      ...(['i.verified_at', 'i.cleared_at', 'i.cleared_reason', 'i.created_at'] as const),
    ])
    .where('i.customer_id', '=', customer)
    .orderBy('i.id', 'desc')
    .execute()

interface Session {
  id: number
  document: string | null
  document_expires_on: string | null
  document_issued_on: string | null
  has_new_address: boolean
  confirmed_at: string | null
  created_at: string
  expires_at: string
  closed_as: string | null
  closed_at: string | null
  pictures: { slot: string; width: number; height: number; created_at: string }[]
  corrections: { part: string; reason: string; created_at: string; fixed_at: string | null }[]
  reviews: {
    dealer: string
    ekyc_status: number
    submitted_at: string | null
    decided_at: string | null
    note: string
  }[]
  provider_checks: {
    provider: string
    state: (typeof providerStates)[number]
    created_at: string
    submitted_at: string | null
    closed_at: string | null
  }[]
}

/** Which pictures there are, never the pictures: whoever takes over a session must not get them. */
export async function identitySessionRows(db: Db, customer: number): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select s.id, nullif(s.document, '') as document, s.document_expires_on, s.document_issued_on, s.has_new_address,
      s.confirmed_at, s.created_at, s.expires_at, s.closed_as, s.closed_at,
      coalesce((select json_agg(json_build_object('slot', p.slot, 'width', p.width, 'height', p.height,
        'created_at', p.created_at) order by p.id) from identity_capture p where p.session_id = s.id), '[]') as pictures,
      coalesce((select json_agg(json_build_object('part', x.part, 'reason', x.reason, 'created_at', x.created_at,
        'fixed_at', x.fixed_at) order by x.id) from identity_correction x where x.session_id = s.id), '[]') as corrections,
      coalesce((select json_agg(json_build_object('dealer', c.name, 'ekyc_status', r.ekyc_status,
        'submitted_at', r.submitted_at, 'decided_at', r.decided_at, 'note', r.note) order by r.id)
        from identity_review r join company c on c.id = r.company_id where r.session_id = s.id), '[]') as reviews,
      coalesce((select json_agg(json_build_object('provider', s.provider, 'state', k.state, 'created_at', k.created_at,
        'submitted_at', k.submitted_at, 'closed_at', k.closed_at) order by k.id)
        from identity_check k where k.session_id = s.id), '[]') as provider_checks
    from identity_session s where s.customer_id = ${customer} order by s.id desc`.execute(db)
  return rows
}

/** What dealers wrote into the records that the law demands of them. */
export const ledgerRows = (db: Db, customer: number) =>
  db
    .selectFrom('antique_ledger as l')
    .innerJoin('antique_ledger_person as p', 'p.id', 'l.person_id')
    .innerJoin('company as c', 'c.id', 'l.company_id')
    .select([
      ...([
        'c.name as dealer',
        'l.seq',
        'l.entry_kind',
        'l.occurred_on',
        'l.item_name',
        'l.features',
      ] as const),
      ...(['l.quantity', 'l.price', 'l.measure', 'p.name', 'p.address', 'p.occupation', 'p.age'] as const),
    ])
    .where('p.customer_id', '=', customer)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.seq', 'desc')
    .execute()
