import { sql } from 'kysely'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { entriesAs, type Tally } from './master-file.queries.ts'
import type { ProspectColumns } from './prospect.rules.ts'
import { weighProspects } from './prospect-file.rules.ts'
import type { Problem } from './upload.rules.ts'
import type { Entry } from './upload-entry.rules.ts'

const columns = sql`id bigint, name text, name_kana text, search_text text, phone text, phone_digits text, email text, note text`

/** Locked, so that a change by hand comes before or after the file. */
async function candidates(tx: Tx, company: number, given: readonly ProspectColumns[]) {
  const { rows } = await sql<ProspectColumns & { id: number }>`
    with e as materialized (select * from ${entriesAs(given, columns)})
    select p.id, p.name, p.name_kana, p.search_text, p.phone, p.phone_digits, p.email, p.note from prospect p
    where p.company_id = ${company} and p.erased_at is null and (
      p.phone_digits in (select phone_digits from e where phone_digits <> '')
      or p.email in (select email from e where email <> '')
      or p.name in (select name from e where phone_digits = '' and email = ''))
    order by p.id for no key update of p`.execute(tx)
  return rows
}

/** The sentences say what refuses the file; the tally counts its lines. */
export async function loadProspects(
  tx: Tx,
  actor: BusinessActor,
  { entries, lines }: { entries: readonly Entry[]; lines: readonly number[] },
): Promise<{ tally: Tally; problems: Problem[] }> {
  const given = entries as readonly (Entry & ProspectColumns)[]
  const known = await candidates(tx, actor.company_id, given)
  const { added, changed, unchanged, problems } = weighProspects(given, lines, known)
  const at = actor.at.toISOString()
  if (problems.length === 0) {
    await sql`
      update prospect p set name = e.name, name_kana = e.name_kana, search_text = e.search_text, phone = e.phone,
        phone_digits = e.phone_digits, email = e.email, note = e.note, version = p.version + 1,
        updated_at = ${at}::timestamptz
      from ${entriesAs(changed, columns)} where p.id = e.id`.execute(tx)
    await sql`
      insert into prospect (company_id, name, name_kana, search_text, phone, phone_digits, email, note, created_at, updated_at)
      select ${actor.company_id}, name, name_kana, search_text, phone, phone_digits, email, note,
        ${at}::timestamptz, ${at}::timestamptz
      from ${entriesAs(added, columns)}`.execute(tx)
  }
  return { tally: { created: added.length, updated: changed.length, unchanged }, problems }
}
