import { sql } from 'kysely'
import { isLate } from '#server/domains/purchase-request/purchase-request.station'
import type { Db } from '#server/platform/db'
import type { Figures } from '#server/platform/metrics'

/** What the metrics say of the database: docs/operations.md. */
export async function watchedFigures(db: Db, at: Date): Promise<Figures> {
  const [jobs, proof, ledgers, late, backup] = await Promise.all([
    jobFigures(db),
    db
      .selectFrom('book_proof')
      .select(['is_ok', sql<number>`extract(epoch from made_at)::float8`.as('made_at')])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('antique_ledger_head')
      .select(['company_id as company', 'seq as rows', 'checkpoint_seq as checkpoint_rows'])
      .orderBy('company_id')
      .execute(),
    sql<{ company: number; count: number }>`
      select c.id as company, (select count(*) from purchase_request r where r.company_id = c.id and ${isLate(at)}) as count
      from company c where not c.is_operator order by c.id`.execute(db),
    backupFigures(db),
  ])
  return {
    jobs,
    ...(proof && { book_proof: proof }),
    ledgers,
    late_requests: late.rows,
    ...(backup && { backup }),
  }
}

async function jobFigures(db: Db): Promise<Figures['jobs']> {
  const { rows } = await sql<Figures['jobs']>`
    select count(*) filter (where is_due) as waiting, count(*) filter (where locked_at is not null) as running,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as given_up,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as oldest_wait
    from graphile_worker._private_jobs
      cross join lateral (select locked_at is null and attempts < max_attempts and run_at <= now() as is_due) d`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, running: 0, given_up: 0, oldest_wait: 0 }
}

async function backupFigures(db: Db): Promise<Figures['backup']> {
  const { rows } = await sql<NonNullable<Figures['backup']>>`
    select l.name is not null as is_ok, extract(epoch from s.ended_at)::float8 as succeeded_at, s.bytes
    from (select name from backup_run order by id desc limit 1) l
      left join (select ended_at, bytes from backup_run where name is not null order by id desc limit 1) s on true`.execute(
    db,
  )
  return rows[0]
}
