// `npm run bench [-- requests]`. Speed and memory are ratios to a baseline of the same run, because machines differ.
import os from 'node:os'
import { type Data, describeData, openData } from './data.ts'
import { note, verdict } from './figures.ts'

const parts: Record<string, (data: Data) => Promise<void>> = {
  requests: async (data) => (await import('./requests.bench.ts')).benchRequests(data),
  lists: async (data) => (await import('./lists.bench.ts')).benchLists(data),
  deal: async (data) => (await import('./deal.bench.ts')).benchDeals(data),
  upload: async (data) => (await import('./upload.bench.ts')).benchUploads(data),
  'sale-photos': async (data) => (await import('./sale-photos.bench.ts')).benchSalePhotos(data),
  search: async (data) => (await import('./search.bench.ts')).benchSearch(data),
  lookalike: async (data) => (await import('./lookalike.bench.ts')).benchLookAlikes(data),
  insight: async (data) => (await import('./insight.bench.ts')).benchInsight(data),
  ledger: async (data) => (await import('./ledger-file.bench.ts')).benchLedgerFile(data),
  payouts: async (data) => (await import('./payouts.bench.ts')).benchPayouts(data),
  webhook: async (data) => (await import('./webhook.bench.ts')).benchWebhook(data),
  webhooks: async (data) => (await import('./webhooks.bench.ts')).benchWebhooks(data),
  pages: async (data) => (await import('./pages.bench.ts')).benchPages(data),
  desk: async (data) => (await import('./desk.bench.ts')).benchDesk(data),
  'pre-assessment': async (data) => (await import('./pre-assessment.bench.ts')).benchPreAssessment(data),
  processes: async (data) => (await import('./processes.bench.ts')).benchProcesses(data),
  phone: async (data) => (await import('./phone.bench.ts')).benchPhone(data),
}

const help = `Usage: npm run bench [-- ${Object.keys(parts).join(' | ')}]
       npm run bench -- kills [100]    kills server, PostgreSQL, both and launcher under load

Measures the speed promises against a baseline of the same run: all parts, or the ones named.
The large world is made at the first run, as npm run seed:large does, and kept in .cache/large.`

const wanted = process.argv.slice(2)
if (wanted.includes('--help') || wanted[0] === 'help') {
  process.stdout.write(`${help}\n`)
  process.exit(0)
}
// With a server of its own, and minutes long: only when it is asked for.
if (wanted[0] === 'kills') {
  const { benchKills } = await import('./kills.ts')
  await benchKills(Number(wanted[1] ?? 100))
  process.exit(verdict())
}
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  process.stderr.write(`✖ There is no part ${unknown.join(', ')}.\n\n${help}\n`)
  process.exit(2)
}

const data = await openData()
try {
  note(await describeData(data))
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const load = os.loadavg().map((value) => value.toFixed(1))
    process.stdout.write(`\n${name}   (${os.cpus().length} cores, load ${load.join(' ')})\n`)
    await part(data)
  }
} finally {
  await data.stop()
}
process.exitCode = verdict()
