// docs/calls.md: `--write` generates it, `--check` fails when it is outdated.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyCall } from '#contract/call'
import { allCalls } from '#contract/calls'
import { permissions } from '#contract/permission'

const file = path.join(import.meta.dirname, '..', 'docs', 'calls.md')

const waitsFor: Readonly<Record<string, string>> = {
  account: 'sign-in with a provider (LINE, Google) configured',
  analysis: 'image and text analysis',
  antiqueLedger: 'export of the ledger',
  catalogue: 'private brands and amounts by CSV',
  company: 'inviting and changing colleagues',
  identity: 'an eKYC provider, or LINE',
  preAssessment: 'pre-assessment at the counter',
  productization: 'sale photos and data',
  transfer: 'paying out at once',
}

export function callsDocument(): string {
  const built = allCalls.filter(({ call }) => !call.notBuilt).length
  const domains = Map.groupBy(allCalls, ({ name }) => name.split('.')[0] ?? '')
  const sections = [...domains].map(([domain, calls]) => {
    const rows = calls.map(({ call }) => row(domain, call))
    return `## ${domain}\n\n| Method | Path | Who | State | What |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Calls

Made from \`contract/\` by \`node scripts/calls-doc.ts --write\`. The same as a document for programs: \`/openapi.json\`,
to read and try: \`/docs\`. Every path is served with and without its final slash.

${allCalls.length} calls: ${built} built, ${allCalls.length - built} later (they answer 503 \`not_built\` after
authentication, permission and method, so that clients can tell them from what is wrong).

Any call may answer 503 \`database_unavailable\` with \`Retry-After\` (seconds): the database could not be used. When the
connection was lost at the very end, a write has been done all the same, so it is repeated with the same
\`Idempotency-Key\` where the call takes one. A call that takes or gives a file may answer 503
\`file_store_unavailable\` in the same way: nothing of it was kept.

${sections.join('\n')}`
}

function row(domain: string, call: AnyCall): string {
  const state = call.notBuilt ? `later: ${waitsFor[domain] ?? 'its turn'}` : 'built'
  return `| ${call.method} | \`${call.path}\` | ${permissions[call.may].join(', ')} | ${state} | ${call.summary} |`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = callsDocument()
  if (process.argv.includes('--write')) await writeFile(file, wanted)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== wanted) {
    console.error('docs/calls.md is not what the contract says. Run: node scripts/calls-doc.ts --write')
    process.exitCode = 1
  }
}
