import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db'
import { type Part, selectRows } from '#server/platform/statement'

export interface ConnectionRow {
  state: 'connected' | 'sign_in_needed' | 'disconnected'
  next_engine_company: string
  connected_at: string
  connected_by: string
  connected_until: string | null
  answered_at: string | null
  supplier_code: string
  version: number
}

export async function connectionOf(db: Db, companyId: number): Promise<ConnectionRow | undefined> {
  const [row] = await selectRows<ConnectionRow>(
    db,
    sql`select c.state, c.ne_company_name as next_engine_company, c.connected_at, u.name as connected_by,
        c.refresh_until as connected_until, c.answered_at, c.supplier_code, c.version
      from next_engine_connection c join business_user u on u.id = c.connected_by where c.company_id = ${companyId}`,
  )
  return row
}

export async function connectedCompanies(db: Db): Promise<{ id: number }[]> {
  return selectRows(
    db,
    sql`select company_id as id from next_engine_connection where state = 'connected' order by company_id`,
  )
}

export interface Leased {
  id: number
  access_token_enc: Buffer
  refresh_token_enc: Buffer
}

/** Longer than an answer may take; by the database's clock, which all processes share. */
const until: Part = sql`now() + interval '45 seconds'`

/** Undefined while another holds the lease, and where nothing is connected. */
export async function takeLease(tx: Tx, companyId: number, lease: string): Promise<Leased | undefined> {
  const { rows } = await sql<Leased>`
    update next_engine_connection set lease = ${lease}, lease_until = ${until}
    where company_id = ${companyId} and state = 'connected' and (lease is null or lease_until < now())
    returning id, access_token_enc, refresh_token_enc`.execute(tx)
  return rows[0]
}

/** False: somebody else has taken it, or the connection was renewed or ended. */
export async function renewLease(tx: Tx, companyId: number, lease: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update next_engine_connection set lease_until = ${until} where company_id = ${companyId} and lease = ${lease}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export async function endLease(tx: Tx, companyId: number, lease: string): Promise<void> {
  await sql`
    update next_engine_connection set lease = null, lease_until = null
    where company_id = ${companyId} and lease = ${lease}`.execute(tx)
}

export interface SealedTokens {
  access_token_enc: Buffer
  refresh_token_enc: Buffer
  access_until: string
  refresh_until: string
}

/** Null tokens: the answer had none. False: the lease was lost. */
export async function storeAnswer(
  tx: Tx,
  companyId: number,
  lease: string,
  tokens: SealedTokens | null,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('next_engine_connection')
    .set({ answered_at: at, ...tokens })
    .where('company_id', '=', companyId)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const noTokens = {
  access_token_enc: null,
  refresh_token_enc: null,
  access_until: null,
  refresh_until: null,
  lease: null,
  lease_until: null,
} as const

export async function markSignInNeeded(
  tx: Tx,
  companyId: number,
  lease: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('next_engine_connection')
    .set({ state: 'sign_in_needed', sign_in_needed_at: at, ...noTokens })
    .where('company_id', '=', companyId)
    .where('lease', '=', lease)
    .where('state', '=', 'connected')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False: it was not connected. */
export async function markDisconnected(tx: Tx, companyId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('next_engine_connection')
    .set({ state: 'disconnected', sign_in_needed_at: null, ...noTokens })
    .where('company_id', '=', companyId)
    .where('state', '<>', 'disconnected')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface NewConnection {
  company_id: number
  ne_company_id: string
  ne_company_name: string
  connected_by: number
  connected_at: string
}

/** The tokens are sealed for the row, so it has to have its number first. */
export async function writeConnection(
  tx: Tx,
  given: NewConnection,
  sealed: (row: number) => SealedTokens,
): Promise<{ previous: string | undefined }> {
  const before = await tx
    .selectFrom('next_engine_connection')
    .select('ne_company_id')
    .where('company_id', '=', given.company_id)
    .forUpdate()
    .executeTakeFirst()
  const { id } = await tx
    .insertInto('next_engine_connection')
    .values({ ...given, state: 'disconnected' })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ ...given, lease: null, lease_until: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('next_engine_connection')
    .set({ state: 'connected', sign_in_needed_at: null, answered_at: given.connected_at, ...sealed(id) })
    .where('id', '=', id)
    .execute()
  return { previous: before?.ne_company_id }
}

/** False: the version is another now. */
export async function writeSupplier(
  tx: Tx,
  companyId: number,
  { supplier_code, version }: { supplier_code: string; version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('next_engine_connection')
    .set({ supplier_code, version: version + 1 })
    .where('company_id', '=', companyId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
