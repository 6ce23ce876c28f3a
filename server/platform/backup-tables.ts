// The database as rows: COPY works with every server, also where neither pg_dump nor a superuser is to be had.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

export interface TableShape {
  schema: string
  name: string
  /** Quoted; without generated ones, which the database fills. */
  columns: string[]
}

export interface SequenceState {
  schema: string
  name: string
  /** As text: it may be beyond 2^53. Null: not used yet. */
  last: string | null
}

/** Without the records of migrations, which restoring writes anew. */
const ours = `n.nspname in ('public', 'graphile_worker') and c.relname <> 'schema_migration'
  and not (n.nspname = 'graphile_worker' and c.relname = 'migrations')`

export async function tablesOf(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select n.nspname::text as schema, c.relname::text as name, array(
       select quote_ident(a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${ours}
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by n.nspname collate "C", c.relname collate "C"`,
  )
  return rows
}

export async function sequencesOf(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  )
  return rows
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const qualified = ({ schema, name }: { schema: string; name: string }) =>
  `${quoted(schema)}.${quoted(name)}`
const copied = (table: TableShape) => `copy ${qualified(table)} (${table.columns.join(', ')})`

/** Returns the number of rows, once `take` has read them all. */
export async function copyOut(
  client: pg.Client,
  table: TableShape,
  take: (rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<number> {
  const rows = client.query(to(`${copied(table)} to stdout`))
  await pipeline(rows, take)
  // The count follows the last row; the next statement has to wait for it.
  await client.query('select 1')
  return rows.rowCount
}

export async function copyIn(client: pg.Client, table: TableShape, rows: Readable): Promise<number> {
  const into = client.query(from(`${copied(table)} from stdin`))
  await pipeline(rows, into)
  return into.rowCount
}

interface Definition {
  drop: string
  create: string
}

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as create
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and ${ours} order by conrelid::regclass::text collate "C", conname collate "C"`

/**
 * Empties the tables and fills them in the transaction that is open, as the owner of the tables may: foreign keys are
 * taken off and put back, which checks every row, and triggers of ours do not run.
 */
export async function refill(
  client: pg.Client,
  tables: readonly TableShape[],
  load: () => Promise<void>,
): Promise<void> {
  const keys = (await client.query<Definition>(foreignKeys)).rows
  const names = tables.map(qualified)
  for (const { drop } of keys) await client.query(drop)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')} restart identity`)
  await load()
  for (const { create } of keys) await client.query(create)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
}

export async function setSequences(client: pg.Client, sequences: readonly SequenceState[]): Promise<void> {
  for (const sequence of sequences) {
    if (sequence.last !== null)
      await client.query('select setval($1::regclass, $2::bigint, true)', [
        qualified(sequence),
        sequence.last,
      ])
  }
}
