// Runs dependency-cruiser, which succeeds when it cannot read sources: every file must be in its report.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pinnedNode, root } from './tools.mjs'

const parts = ['contract', 'server', 'web', 'tests', 'bench', 'scripts'].filter((part) =>
  fs.existsSync(path.join(root, part)),
)

const cruiser = path.join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
const cruise = spawnSync(
  pinnedNode(),
  [cruiser, ...parts, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
)
if (!cruise.stdout) {
  console.error(cruise.stderr || cruise.error?.message)
  process.exit(1)
}
const { modules, summary } = JSON.parse(cruise.stdout)

for (const { rule, from, to, cycle } of summary.violations) {
  const way = cycle?.length
    ? [from, ...cycle.map((step) => step.name ?? step)].join(' → ')
    : `${from} → ${to}`
  console.error(`${rule.severity} ${rule.name}: ${way}`)
}
const seen = new Set(modules.map(({ source }) => source))
const sources = parts.flatMap((part) =>
  fs
    .readdirSync(path.join(root, part), { recursive: true })
    .map((name) => path.posix.join(part, String(name).replaceAll(path.sep, '/')))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts')),
)
const unseen = sources.filter((name) => !seen.has(name))
if (unseen.length > 0)
  console.error(`dependency-cruiser did not read ${unseen.length} files: ${unseen.slice(0, 5).join(', ')}`)
// Unresolved imports would bypass every rule.
const imports = modules.flatMap(({ dependencies }) => dependencies)
const own = imports.filter(({ resolved }) => seen.has(resolved) && !resolved.includes('node_modules'))
if (sources.length > 20 && own.length === 0) console.error('dependency-cruiser followed no import at all')

console.log(`${sources.length} files, ${own.length} imports between them, ${summary.error} broken walls`)
const failed = summary.error > 0 || unseen.length > 0 || (sources.length > 20 && own.length === 0)
process.exit(failed ? 1 : 0)
