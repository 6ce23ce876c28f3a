// npm test [-- [--watch] <filter>]: installs, checks, tests, prints totals. npm run check: checks only.
import fs from 'node:fs'
import path from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { buildWeb } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import {
  addUp,
  countReport,
  failedFiles,
  failureLines,
  reportedFiles,
  takeSecondRun,
  totalsLine,
} from './test-totals.mjs'
import { main, pinnedNode, root, run, toolEnvironment, UserError } from './tools.mjs'

const tool = (name, ...file) => path.join(root, 'node_modules', name, ...file)
const onlyChecks = process.argv.includes('--checks')
const isWatching = process.argv.includes('--watch')
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

const checks = {
  '書式と静的検査 / format and lint': [
    tool('@biomejs', 'biome', 'bin', 'biome'),
    'ci',
    '--error-on-warnings',
  ],
  '型 / types': [tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'],
  '壁 / walls': ['scripts/walls.mjs'],
  '状態の名前 / named codes': ['scripts/codes.mjs'],
  '表の書き手 / writers of tables': ['scripts/writers.mjs'],
  '移行 / migrations': ['scripts/migration-names.ts'],
  '使われていないもの / unused code': [tool('knip', 'bin', 'knip.js'), '--no-progress'],
}

/** More failing files than this are no coincidence. */
const MOST_REPEATED = 5
const [unstable, failures] = [[], []]

// Detects a project whose tests are no longer found.
const rootsOf = {
  server: /^(contract|server|scripts|tests)\/(?!browser\/)/,
  web: /^web\//,
  program: /^web\/app\//,
  browser: /^tests\/browser\//,
}

await main(async () => {
  // Tests need the development packages even if NODE_ENV is production.
  delete process.env.NODE_ENV
  if (isWatching) return watch()
  const results = []
  const step = async (name, work) => {
    console.log(`\n── ${name}`)
    const began = Date.now()
    const counts = await work().catch((error) => {
      console.error(`✖ ${error instanceof UserError ? error.message : (error?.stack ?? error)}`)
      return { passed: 0, failed: 1, skipped: 0 }
    })
    results.push({ name, ...counts, seconds: (Date.now() - began) / 1000 })
  }

  await step('インストール / install', async () => {
    await ensureInstalled({ production: false })
    return { passed: 0, failed: 0, skipped: 0 }
  })
  if (results[0].failed > 0) return finish(results)
  if (filters.length === 0) {
    // Beside the checks: the longest of them, the types, takes one processor.
    const building = Promise.allSettled([onlyChecks || buildWeb()])
    for (const [name, command] of Object.entries(checks)) await step(name, () => check(command))
    if (!onlyChecks) await step('スキーマ / schema drift', () => check(['scripts/schema.ts', '--check']))
    await building
  }
  if (!onlyChecks) {
    await step('単体・HTTP・競合 / unit, HTTP, races', () => vitest(['server', 'web', 'program']))
    await step('ブラウザー / browser', browserTests)
  }
  finish(results)
})

async function check([command, ...args]) {
  const { code } = await run(pinnedNode(), [command, ...args], { env: toolEnvironment() })
  if (code !== 0) console.error(`✖ failed (${code})`)
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

async function browserTests() {
  const matches = (name) => filters.some((filter) => `tests/browser/${name}`.includes(filter))
  const folder = path.join(root, 'tests', 'browser')
  const files = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }).map(String) : []
  if (filters.length > 0 && !files.some(matches)) return { passed: 0, failed: 0, skipped: 0 }
  const browser = await ensureBrowser()
  // Built by now, unless that failed or only some tests are wanted.
  await buildWeb()
  return vitest(['browser'], { OKURU_CHROMIUM: browser })
}

/** Without browser tests: they need a build. */
async function watch() {
  await ensureInstalled({ production: false })
  const args = [
    tool('vitest', 'vitest.mjs'),
    '--watch',
    '--project',
    'server',
    '--project',
    'web',
    '--project',
    'program',
    ...filters,
  ]
  const { code } = await run(pinnedNode(), args, { env: toolEnvironment(), stdio: 'inherit' })
  process.exitCode = code
}

/**
 * A project without tests fails, unless there is a filter. In a whole run, a few files that failed are run once more,
 * alone: on a busy machine a test that waits may run out of time. What passes then is named at the end of the output.
 */
async function vitest(projects, extra = {}) {
  const report = path.join(root, '.cache', `test-report-${projects[0]}.json`)
  let code = await runTests(projects, extra, { report, files: filters })
  const failed = failedFiles(report)
  if (filters.length === 0 && failed.length > 0 && failed.length <= MOST_REPEATED) {
    console.log(`\n── もう一度 / second run: ${failed.map((file) => path.relative(root, file)).join(' ')}`)
    const second = report.replace(/\.json$/, '-second.json')
    code = await runTests(projects, extra, { report: second, files: failed, workers: 1 })
    const neverReached = failed.filter((file) => !reportedFiles(second).includes(file))
    unstable.push(...failureLines(report, root, [...failedFiles(second), ...neverReached]))
    takeSecondRun(report, second)
  }
  failures.push(...failureLines(report))
  return countReport(report, code, filters.length > 0 ? [] : projects.map((name) => rootsOf[name]))
}

async function runTests(projects, extra, { report, files, workers }) {
  fs.mkdirSync(path.dirname(report), { recursive: true })
  fs.rmSync(report, { force: true })
  const args = [tool('vitest', 'vitest.mjs'), 'run', ...projects.flatMap((name) => ['--project', name])]
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files)
  if (workers) args.push(`--maxWorkers=${workers}`)
  if (filters.length > 0) args.push('--passWithNoTests')
  const { code } = await run(pinnedNode(), args, { env: toolEnvironment(extra) })
  return code
}

function finish(results) {
  console.log('')
  for (const { name, passed, failed, skipped, seconds } of results) {
    const rest = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(
      `${failed > 0 ? '✖' : '✔'} ${name}: ${passed} passed, ${failed} failed${rest} (${seconds.toFixed(1)} s)`,
    )
  }
  for (const line of unstable) console.log(`↻ 2回目で成功 / passed on the second run: ${line}`)
  for (const line of failures) console.error(`✖ ${line}`)
  const total = addUp(results)
  if (total.passed + total.failed === 0) {
    console.error('条件に合うテストがありません。 / No test matches.')
    total.failed = 1
  }
  console.log(totalsLine(total))
  process.exitCode = total.failed > 0 ? 1 : 0
}
