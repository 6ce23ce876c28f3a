// Dumps the schema as text, because npm's PostgreSQL has no pg_dump. Identical on PostgreSQL 15 to 18.
import type pg from 'pg'

export async function dumpSchema(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  try {
    // Definitions omit schema names on the search path.
    await client.query('begin read only')
    await client.query('set local search_path to public')
    const sections = [
      await lines(client, extensions),
      await lines(client, types),
      await lines(client, sequences),
      await tables(client),
      await lines(client, indexes),
      await lines(client, views),
      await lines(client, functions),
      await lines(client, triggers),
      await lines(client, policies),
    ]
    await client.query('commit')
    const body = sections.flat().join('\n\n')
    return `-- The schema after all migrations. Written by \`npm run schema\`; do not edit.\n\n${body}\n`
  } finally {
    client.release()
  }
}

async function lines(client: pg.PoolClient, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(sql)
  return rows.map(({ line }) => line.replaceAll('\r\n', '\n').trimEnd())
}

const ours = (catalog: string, oid: string) =>
  `not exists (select from pg_depend own where own.classid = '${catalog}'::regclass and own.objid = ${oid} and own.deptype = 'e')`

const extensions = `
  select format('create extension %I;', extname) as line
    from pg_extension where extname <> 'plpgsql' order by extname collate "C"`

const types = `
  select case t.typtype
    when 'e' then format('create type %I as enum (%s);', t.typname,
      (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    else format('create domain %I as %s%s%s%s;', t.typname, format_type(t.typbasetype, t.typtypmod),
      case when t.typnotnull then ' not null' else '' end,
      coalesce(' default ' || t.typdefault, ''),
      (select string_agg(format(' constraint %I %s', conname, pg_get_constraintdef(oid, true)), '' order by conname collate "C")
         from pg_constraint where contypid = t.oid and contype = 'c'))
    end as line
  from pg_type t
  where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') and ${ours('pg_type', 't.oid')}
  order by t.typname collate "C"`

const sequences = `
  select format('create sequence %I as %s increment %s start %s;',
      s.relname, format_type(q.seqtypid, null), q.seqincrement, q.seqstart) as line
  from pg_class s join pg_sequence q on q.seqrelid = s.oid
  where s.relnamespace = 'public'::regnamespace and ${ours('pg_class', 's.oid')}
    and not exists (select from pg_depend d where d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0)
  order by s.relname collate "C"`

const indexes = `
  select pg_get_indexdef(i.indexrelid) || ';' as line
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and ${ours('pg_class', 't.oid')}
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by t.relname collate "C", c.relname collate "C"`

const views = `
  select format(E'create %s %I as\\n%s',
      case relkind when 'm' then 'materialized view' else 'view' end, relname, pg_get_viewdef(oid, true)) as line
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') and ${ours('pg_class', 'oid')}
  order by relname collate "C"`

const functions = `
  select rtrim(pg_get_functiondef(oid), E'\\n') || ';' as line
  from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and ${ours('pg_proc', 'oid')}
  order by proname collate "C", pg_get_function_identity_arguments(oid) collate "C"`

const triggers = `
  select pg_get_triggerdef(g.oid, true) || ';' as line
  from pg_trigger g join pg_class t on t.oid = g.tgrelid
  where t.relnamespace = 'public'::regnamespace and not g.tgisinternal
  order by t.relname collate "C", g.tgname collate "C"`

const policies = `
  select format('create policy %I on %I for %s to %s%s%s;', policyname, tablename, lower(cmd),
      array_to_string(roles, ', '), coalesce(' using (' || qual || ')', ''),
      coalesce(' with check (' || with_check || ')', '')) as line
  from pg_policies where schemaname = 'public' order by tablename collate "C", policyname collate "C"`

interface TableRow {
  name: string
  partition: string | null
  remark: string | null
  is_unlogged: boolean
  columns: string[]
  constraints: string[]
}

async function tables(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<TableRow>(tableQuery)
  return rows.map(({ name, partition, remark, is_unlogged, columns, constraints }) => {
    const body = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n')
    const head = remark === null ? '' : `-- ${remark.replaceAll(/\s*\n\s*/g, ' ')}\n`
    return `${head}create ${is_unlogged ? 'unlogged ' : ''}table ${name} (\n${body}\n)${partition === null ? '' : ` ${partition}`};`
  })
}

// PostgreSQL 18 also lists NOT NULL as a constraint (contype n).
const tableQuery = `
  select quote_ident(t.relname) as name, obj_description(t.oid, 'pg_class') as remark, t.relpersistence = 'u' as is_unlogged,
    case when t.relkind = 'p' then 'partition by ' || pg_get_partkeydef(t.oid)
      when t.relispartition then
        (select format('partition of %s ', inhparent::regclass) from pg_inherits where inhrelid = t.oid)
          || pg_get_expr(t.relpartbound, t.oid) end as partition,
    array(
      select concat(quote_ident(a.attname), ' ', format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> 0 and a.attcollation <> y.typcollation
          then ' collate ' || quote_ident(l.collname) end,
        case a.attidentity when 'a' then ' generated always as identity' when 'd' then ' generated by default as identity' end,
        case when a.attgenerated <> '' then format(' generated always as (%s) %s', pg_get_expr(d.adbin, d.adrelid),
            case a.attgenerated when 's' then 'stored' else 'virtual' end)
          else ' default ' || pg_get_expr(d.adbin, d.adrelid) end,
        case when a.attnotnull then ' not null' end)
      from pg_attribute a join pg_type y on y.oid = a.atttypid
        left join pg_collation l on l.oid = a.attcollation
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
    array(
      select format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid, true))
      from pg_constraint k where k.conrelid = t.oid and k.contype in ('p', 'u', 'c', 'f', 'x')
      order by position(k.contype::text in 'puxcf'), k.conname collate "C") as constraints
  from pg_class t
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and ${ours('pg_class', 't.oid')}
  order by t.relname collate "C"`
