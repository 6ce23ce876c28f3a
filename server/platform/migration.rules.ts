// What a migration does to running processes, read from its text.

export interface SqlStatement {
  /** Without comments. */
  text: string
  /** Comments in front of it, without `--`. */
  remarks: string[]
}

/** First line of a file whose statements run one by one, each by itself. */
const outsideLine = /^-- outside a transaction\s*$/m

export const runsOutside = (sql: string): boolean => outsideLine.test(sql.split('\n', 1)[0] ?? '')

const piece =
  /--(?<remark>[^\n]*)|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(?<tag>\$\w*\$)[\s\S]*?\k<tag>|;|[^;'"$/-]+|[\s\S]/g

export function statementsOf(sql: string): SqlStatement[] {
  const found: SqlStatement[] = []
  let text = ''
  let remarks: string[] = []
  const end = () => {
    if (text.trim() !== '') found.push({ text: text.trim(), remarks })
    text = ''
    remarks = []
  }
  for (const { 0: part, groups } of sql.matchAll(piece)) {
    if (part === ';') end()
    else if (groups?.remark !== undefined) {
      if (text.trim() === '') remarks.push(groups.remark.trim())
      text += ' '
    } else if (part.startsWith('/*')) text += ' '
    else text += part
  }
  end()
  return found
}

const name = String.raw`(?:public\.)?"?(\w+)"?`

/** A process of the release before still reads and writes what these take away. */
const destructive: [RegExp, string][] = [
  [/\bdrop\s+(?:table|materialized\s+view|view|sequence|schema|type|domain)\b/i, 'drops a relation or type'],
  [/\bdrop\s+(?:function|procedure|aggregate)\b/i, 'drops a function'],
  [
    /\bdrop\s+(?:column\b|(?!constraint|default|not|index|trigger|policy|identity|expression|if|extension|table|view|materialized|sequence|schema|type|domain|function|procedure|aggregate|owned|rule|statistics)\w+\s*(?:,|$|cascade|restrict))/i,
    'drops a column',
  ],
  [/\brename\s+(?:to|column|\w+\s+to)\b/i, 'renames'],
  [/\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\bset\s+not\s+null\b/i, 'requires a value that older processes do not write'],
  [/\bdrop\s+default\b/i, 'takes away a value that older processes rely on'],
  // Not the event of a trigger.
  [/\btruncate\b(?!\s+(?:on|or)\b)/i, 'empties a table'],
  [/\bdelete\s+from\b/i, 'deletes rows'],
]

const mark = /^contract:\s*\S/

/** Statements that processes one release behind would not survive and that no remark `-- contract: why` stands before. */
export function unmarked(sql: string): { text: string; why: string }[] {
  return statementsOf(sql).flatMap(({ text, remarks }) => {
    if (remarks.some((remark) => mark.test(remark))) return []
    const why = destructionIn(text)
    return why === undefined ? [] : [{ text, why }]
  })
}

function destructionIn(text: string): string | undefined {
  const code = codeOf(text)
  const found = destructive.find(([pattern]) => pattern.test(code))
  return (
    found?.[1] ?? (addsRequiredColumn(code) ? 'adds a column that older processes do not fill' : undefined)
  )
}

/** What runs now: not the bodies of functions, which are only stored; those of `do` blocks are statements too. */
function codeOf(text: string): string {
  if (/^create\s+(?:or\s+replace\s+)?(?:function|procedure)\b/i.test(text))
    return text.replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
  return text.replace(/--[^\n]*/g, ' ')
}

const addsRequiredColumn = (code: string): boolean =>
  /^alter\s+table\b/i.test(code) &&
  code
    .split(/\badd\s+column\b/i)
    .slice(1)
    .some((column) => {
      const own = column.split(/,\s*(?:add|drop|alter|validate)\b/i, 1)[0] ?? ''
      return /\bnot\s+null\b/i.test(own) && !/\b(?:default|generated)\b/i.test(own)
    })

/** From harmless to grave. */
export const effects = ['moment', 'scans', 'blocks_writes', 'changes_rows', 'rewrites'] as const
export type Effect = (typeof effects)[number]

const onAlter: [RegExp, Effect][] = [
  [/\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/i, 'rewrites'],
  [
    /\badd\s+column\b[^,]*\b(?:generated\s+always\s+as\s*\(.*\)\s*stored|default\s+(?:gen_random_uuid|random|clock_timestamp|nextval)\b)/i,
    'rewrites',
  ],
  [
    /\badd\s+(?:constraint\s+\S+\s+)?(?:primary\s+key|unique|exclude)\b(?!\s+using\s+index)/i,
    'blocks_writes',
  ],
  [/\bset\s+not\s+null\b/i, 'blocks_writes'],
  [/\badd\s+(?:constraint\s+\S+\s+)?(?:check|foreign\s+key)\b(?![\s\S]*\bnot\s+valid\b)/i, 'blocks_writes'],
  [/\bvalidate\s+constraint\b/i, 'scans'],
]

/** Which tables a statement reaches, and how it holds up those who use them. Tables that it creates do not count. */
export function effectsOf(text: string): { table: string; effect: Effect }[] {
  const first = (pattern: RegExp) => new RegExp(pattern.source.replaceAll('NAME', name), 'i').exec(text)?.[1]
  if (/^do\b/i.test(text)) return inBlock(text)
  const altered = first(/^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?NAME/)
  if (altered !== undefined)
    return [{ table: altered, effect: onAlter.find(([pattern]) => pattern.test(text))?.[1] ?? 'moment' }]
  const indexed = first(/^create\s+(?:unique\s+)?index\b[\s\S]*?\bon\s+(?:only\s+)?NAME/)
  if (indexed !== undefined)
    return [{ table: indexed, effect: /\bconcurrently\b/i.test(text) ? 'scans' : 'blocks_writes' }]
  const changed =
    first(/^(?:update|delete\s+from)\s+(?:only\s+)?NAME/) ?? first(/^with\b[\s\S]*?\bupdate\s+NAME\s/)
  if (changed !== undefined) return [{ table: changed, effect: 'changes_rows' }]
  const rewritten = first(/^(?:cluster|vacuum\s+full|truncate(?:\s+table)?)\s+NAME/)
  if (rewritten !== undefined) return [{ table: rewritten, effect: 'rewrites' }]
  const watched = first(
    /^(?:create(?:\s+or\s+replace)?(?:\s+constraint)?|drop)\s+trigger\b[\s\S]*?\son\s+NAME/,
  )
  if (watched !== undefined) return [{ table: watched, effect: 'moment' }]
  const dropped = first(/^drop\s+table\s+(?:if\s+exists\s+)?NAME/)
  return dropped === undefined ? [] : [{ table: dropped, effect: 'moment' }]
}

function inBlock(text: string): { table: string; effect: Effect }[] {
  const [, body = ''] = /\$(\w*)\$([\s\S]*)\$\1\$/.exec(text)?.slice(1) ?? []
  return statementsOf(body).flatMap(({ text: inner }) =>
    effectsOf(inner.replace(/^(?:begin|loop|then|else)\s+/i, '')),
  )
}

const indexName = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?\s+on\b/i

/** The index that a statement builds beside the traffic; after a crash it is there, but invalid. */
export const builtIndex = (text: string): string | undefined => indexName.exec(text)?.[1]

/** Outside a transaction every statement has to bear a repeat, because a crash may come between any two. */
export function cannotRepeat(sql: string): string[] {
  if (!runsOutside(sql)) return []
  return statementsOf(sql)
    .map(({ text }) => text)
    .filter(
      (text) =>
        builtIndex(text) === undefined &&
        !/^drop\s+index\s+concurrently\s+if\s+exists\b/i.test(text) &&
        !/^alter\s+table\s+\S+\s+validate\s+constraint\s+\S+$/i.test(text),
    )
}
