import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Booted, boot, demoSeed, explainFailure } from './boot.ts'
import { demoPassword, demoSignIns, hasDemo, refuseDemoAccounts } from './demo-sign-ins.ts'
import { allSchedules, allTasks } from './jobs.ts'
import { startJobs } from './platform/jobs.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { migrationState } from './platform/migrate.ts'
import { createTracing, type Tracing } from './platform/tracing.ts'
import { loadReferenceData } from './seed/reference.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const longestStop = 10_000

try {
  await start()
} catch (error) {
  process.stderr.write(`\n✖ ${explainFailure(error)}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const interrupted = catchSignals()
  const booted = await boot({ say })
  const { config, tools, db, pool } = booted
  try {
    if (config.production && !config.demo) await refuseDemoAccounts(db)
    await fillDatabase(booted)
    const metrics = createMetrics()
    metrics.watchPool(pool)
    const tracing = tracingOf(booted)
    const app = await buildApp({
      db,
      ...tools,
      metrics,
      tracing,
      unready: () => unready(booted),
      outbox: booted.outbox,
    })
    const address = await listen(app, config)
    const jobs = keepJobsRunning(booted, metrics, tracing)
    announce(booted, address, await hasDemo(db))
    await interrupted
    say('止めています… / Stopping…')
    await close(app)
    await jobs.stop()
    await tracing.flush(2_000)
  } finally {
    // A connection that is never given back must not keep the process from ending.
    await Promise.race([booted.stop(), sleep(longestStop)])
  }
  process.exit(0)
}

/** Resolves at the first signal; the second one ends the process at once. */
function catchSignals(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1)
        asked = true
        resolve()
      })
    }
  })
}

/** Banks and postal codes always; the demo world into an empty database only. */
async function fillDatabase({ config, db, pool, tools }: Booted): Promise<void> {
  await loadReferenceData(pool)
  if (!config.demo) return
  const known = await db.selectFrom('company').select('id').limit(1).executeTakeFirst()
  if (known) return
  const seed = await demoSeed()
  if (!seed) return
  say('見本のデータを用意しています… / Making the demo data…')
  await seed(db, tools)
}

function tracingOf({ config, tools }: Booted): Tracing {
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
  return createTracing({
    dsn: config.sentryDsn,
    environment: config.production ? 'production' : 'development',
    release: `okuru@${version}`,
    now: tools.clock.now,
  })
}

async function unready({ pool }: Booted): Promise<string | null> {
  const late = sleep(3_000, 'late' as const, { ref: false })
  const state = await Promise.race([migrationState(pool), late])
  if (state === 'late') return 'the database does not answer in time'
  return state === 'current' ? null : `the database schema is ${state}`
}

/** Jobs in this process. When the queue gives up, as while a database restarts, it is started again. */
function keepJobsRunning({ pool, db, tools, log }: Booted, metrics: Metrics, tracing: Tracing) {
  const ending = new AbortController()
  const tasks = allTasks(db, tools)
  const run = async (): Promise<void> => {
    const runner = await startJobs({
      pool,
      tasks,
      schedules: allSchedules(),
      log,
      onDone: (task, ok) => metrics.jobDone(task, ok),
    })
    const stop = () => runner.stop().catch((error) => log.warn({ err: error }, 'jobs did not stop in order'))
    if (ending.signal.aborted) return stop()
    ending.signal.addEventListener('abort', stop)
    await runner.promise.finally(() => ending.signal.removeEventListener('abort', stop))
  }
  const always = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await run().catch((error) => {
        log.error({ err: error }, 'jobs stopped; starting them again')
        tracing.captureError(error)
      })
      if (!ending.signal.aborted) await sleep(1_000)
    }
  }
  const ended = always()
  return {
    async stop() {
      ending.abort()
      await Promise.race([ended, sleep(longestStop, undefined, { ref: false })])
    },
  }
}

async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  return app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` })
}

/** No new requests; those being answered get ten seconds. */
async function close(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), longestStop)
  await app.close()
  clearTimeout(timer)
}

function announce({ config, outbox }: Booted, address: string, demo: boolean): void {
  const { publicUrl } = config
  const ready = Math.round(process.uptime() * 10) / 10
  const url = publicUrl.endsWith(':0') ? address : publicUrl
  say(`\n準備ができました (${ready} 秒) / Ready in ${ready} s\n`)
  say(`  画面 / Web      ${url}/      店舗 / Shops  ${url}/biz/`)
  say(`  API             ${url}/docs`)
  if (outbox) say(`  メール / Mail   ${url}/dev/mail`)
  if (url !== address) say(`  待ち受け / Listening on ${address}`)
  // A log is read by more people than a terminal, and kept.
  if (demo && config.production) say('\n  見本のログインが使えます / The demo sign-ins are open (OKURU_DEMO)')
  else if (demo) {
    say(`\n  見本のログイン / Demo sign-ins   パスワード / password: ${demoPassword}`)
    for (const [email, who] of demoSignIns) say(`    ${email.padEnd(24)} ${who}`)
  }
  say('\n  止めるには Ctrl-C / Ctrl-C stops it\n')
}
