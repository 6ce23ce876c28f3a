// Kysely types from the catalog, as our parsers (server/platform/db.ts) return them: ISO strings, bigint as number.
import type pg from 'pg'

interface Column {
  relation: string
  name: string
  type: string
  nullable: boolean
  optional: boolean
  computed: boolean
  labels: string[] | null
}

const typeOf: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  citext: 'string',
  inet: 'string',
  date: 'string',
  time: 'string',
  timestamp: 'string',
  timestamptz: 'string',
  interval: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  bit: 'string',
  bytea: 'Buffer',
  tsvector: 'string',
  daterange: 'string',
  tstzrange: 'string',
  int4range: 'string',
  int8range: 'string',
  oid: 'number',
  pg_lsn: 'string',
}

export async function generateDbTypes(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(columnQuery)
  const relations = [...new Set(rows.map(({ relation }) => relation))]
  const interfaces = relations.map((relation) => {
    const fields = rows.filter((column) => column.relation === relation).map(field)
    return `export interface ${relation} {\n${fields.join('\n')}\n}\n`
  })
  const all = relations.map((relation) => `  ${relation}: ${relation}`).join('\n')
  const body = `${interfaces.join('\n')}\nexport interface DB {\n${all}\n}\n`
  const helpers = ['Generated', 'GeneratedAlways'].filter((name) => body.includes(`${name}<`))
  const imports = helpers.length > 0 ? `import type { ${helpers.join(', ')} } from 'kysely'\n\n` : ''
  return `// The tables as Kysely sees them. Written by \`npm run schema\`; do not edit.\n${imports}${body}`
}

function field(column: Column): string {
  const base = column.labels ? column.labels.map((label) => JSON.stringify(label)).join(' | ') : known(column)
  const value = column.nullable && base !== 'unknown' ? `${base} | null` : base
  const wrapped = column.computed
    ? `GeneratedAlways<${value}>`
    : column.optional
      ? `Generated<${value}>`
      : value
  return `  ${column.name}: ${wrapped}`
}

function known({ relation, name, type }: Column): string {
  const element = type.startsWith('_') ? typeOf[type.slice(1)] : undefined
  const found = element === undefined ? typeOf[type] : `${element}[]`
  if (found === undefined)
    throw new Error(`${relation}.${name}: no TypeScript type for ${type}; add it to ${import.meta.filename}`)
  return found
}

const columnQuery = `
  select t.relname as relation, a.attname as name,
    case when y.typtype = 'd' then b.typname else y.typname end as type,
    not (a.attnotnull or y.typnotnull) as nullable,
    (a.atthasdef or a.attidentity <> '') as optional,
    a.attgenerated <> '' as computed,
    case when y.typtype = 'e' then array(
      select enumlabel::text from pg_enum where enumtypid = y.oid order by enumsortorder) end as labels
  from pg_class t join pg_attribute a on a.attrelid = t.oid join pg_type y on y.oid = a.atttypid
    left join pg_type b on b.oid = y.typbasetype
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p', 'v', 'm') and not t.relispartition
    and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend own where own.classid = 'pg_class'::regclass and own.objid = t.oid and own.deptype = 'e')
  order by t.relname collate "C", a.attnum`
