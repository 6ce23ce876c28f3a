// Each table is written by one domain; others call its service. Finds writes in Kysely calls and SQL text.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './tools.mjs'

const known = new Set(
  [
    ...fs.readFileSync(path.join(root, 'server/platform/db-types.ts'), 'utf8').matchAll(/^ {2}(\w+): \1$/gm),
  ].map(([, table]) => table),
)
const write =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(?<built>\w+)|\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(?:public\.)?(?<put>\w+)|\bupdate\s+(?:public\.)?(?<set>\w+)(?:\s+(?:as\s+)?\w+)?\s+set\s/g
const unnamed = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s]/

const writers = new Map()
const problems = []
const files = ['server/domains', 'server/platform'].flatMap((part) =>
  fs
    .readdirSync(path.join(root, part), { recursive: true })
    .map((name) => path.posix.join(part, String(name).replaceAll(path.sep, '/')))
    .filter((name) => /\.ts$/.test(name) && !/\.(test|factory)\.ts$/.test(name)),
)
for (const file of files) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const domain = file.startsWith('server/platform/') ? 'platform' : file.split('/')[2]
  if (unnamed.test(text)) problems.push(`${file} writes a table it does not name`)
  for (const { groups } of text.matchAll(write)) {
    const table = groups.built ?? groups.put ?? groups.set
    if (!known.has(table)) continue
    const domains = writers.get(table) ?? new Map()
    domains.set(domain, (domains.get(domain) ?? new Set()).add(file))
    writers.set(table, domains)
  }
}
for (const [table, domains] of writers) {
  if (domains.size < 2) continue
  const where = [...domains].map(([domain, names]) => `  ${domain}: ${[...names].join(', ')}`)
  problems.push(`${table} is written by ${domains.size} domains:\n${where.join('\n')}`)
}
for (const problem of problems) console.error(problem)
console.log(`${writers.size} tables, each written by one domain, ${problems.length} problems`)
process.exit(problems.length > 0 || writers.size < 40 ? 1 : 0)
