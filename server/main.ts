import { Server as NetServer } from 'node:net'
import { setImmediate as afterAccepting, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp, buildHealthApp } from './app.ts'
import { type Booted, boot, demoSeed } from './boot.ts'
import { demoPassword, demoSignIns, hasDemo, refuseDemoAccounts } from './demo-sign-ins.ts'
import { hasBrands } from './domains/catalogue/catalogue.service.ts'
import { buildMissingStatistics } from './domains/price-guide/price-guide.service.ts'
import { allSchedules, allTasks } from './jobs.ts'
import { handleUncaughtErrors } from './platform/background.ts'
import { readConfig } from './platform/config.ts'
import type { Db } from './platform/db.ts'
import { type JobWorker, startJobs } from './platform/job-worker.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { limits } from './platform/pool.ts'
import { type Ready, watchReadiness } from './platform/readiness.ts'
import { release } from './platform/release.ts'
import { openReplica } from './platform/replica.ts'
import { requireFreePort } from './platform/start-checks.ts'
import { createTracing, type Tracing } from './platform/tracing.ts'
import { loadReferenceData } from './seed/reference.ts'
import { explainFailure } from './start-failure.ts'
import { watchedFigures } from './watched-figures.ts'

const longestStop = 10_000
const farewell = 1_500
/** Node may deadlock in an exit while V8 compiles on other threads (nodejs/node#54918); idle for a moment, it compiles nothing. */
const quietBeforeExit = 250

/** In production every line is JSON, also before there is a logger and after an end that nobody wanted. */
const isJson = process.env.NODE_ENV?.trim() === 'production'

function say(line: string): void {
  const text = isJson ? line.trim() : line
  if (isJson && text === '') return
  process.stdout.write(isJson ? jsonLine('info', text) : `${text}\n`)
}

const cry = (text: string) => process.stderr.write(isJson ? jsonLine('fatal', text) : `\n✖ ${text}\n`)

const jsonLine = (level: string, msg: string) =>
  `${JSON.stringify({ level, time: new Date().toISOString(), msg })}\n`

if (isJson) {
  // Node writes its warnings as text.
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => process.stderr.write(jsonLine('warn', `${name}: ${message}`)))
}

try {
  await start()
} catch (error) {
  cry(explainFailure(error))
  await end(1)
}

async function start(): Promise<void> {
  const interrupted = catchSignals()
  const config = readConfig()
  // Before the migration, which may take a minute.
  await requireFreePort(config)
  const booted = await boot({ config, say, serving: true })
  handleUncaughtErrors(booted.log)
  let gone: string | undefined
  try {
    if (config.production && !config.demo) await refuseDemoAccounts(booted.db)
    // Reference data of the release before must not replace what the newer one loaded.
    if (!booted.isAhead) await fillDatabase(booted)
    gone = await serve(booted, interrupted)
  } finally {
    // A connection that is never released must not keep the process alive.
    await Promise.race([booted.stop(), sleep(longestStop)])
  }
  if (gone !== undefined) cry(gone)
  await end(gone === undefined ? 0 : 1)
}

async function end(code: number): Promise<never> {
  await sleep(quietBeforeExit)
  process.exit(code)
}

/** Runs until a signal, or until the database cannot be restarted. */
async function serve(booted: Booted, interrupted: Promise<void>): Promise<string | undefined> {
  const { config, tools } = booted
  const { pool, db } = booted.connect({ limits: limits.calls, max: config.dbPool })
  const background = booted.connect({ limits: limits.jobs, max: 4 })
  const metrics = createMetrics()
  metrics.watchPool(pool)
  metrics.watchFigures(() => watchedFigures(background.db, tools.clock.now()))
  const replica =
    config.replica && config.role !== 'jobs'
      ? openReplica(db, {
          ...config.replica,
          background: background.db,
          max: Math.ceil(config.dbPool / 2),
          log: booted.log,
        })
      : undefined
  if (replica) metrics.watchReplica(replica.state)
  const tracing = await tracingOf(booted)
  const readiness = watchReadiness(background.pool, booted.log)
  let isLeaving = false
  const leaving: Ready = { reason: 'the server is stopping' }
  const health = { metrics, ready: async () => (isLeaving ? leaving : readiness.look()) }
  const app =
    config.role === 'jobs'
      ? buildHealthApp(tools, health)
      : await buildApp({
          db,
          replica,
          ...tools,
          ...health,
          isLeaving: () => isLeaving,
          tracing,
          outbox: booted.outbox,
        })
  const address = await listen(app, config)
  const jobs = config.role === 'web' ? null : workOnJobs(booted, background.db, metrics, tracing)
  announce(booted, address, { demo: await hasDemo(db), brands: await hasBrands(db) })
  const gone = await Promise.race([interrupted, booted.databaseGone, readiness.leftBehind])
  readiness.stop()
  say('止めています… / Stopping…')
  isLeaving = true
  if (config.trustProxy !== false) await takeLeave(app)
  await close(app)
  replica?.stop()
  await jobs?.stop()
  await tracing.flush(2_000)
  return gone ?? undefined
}

/** Resolves at the first signal; the second ends the process at once. */
function catchSignals(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(1)
        isStopping = true
        resolve()
      })
    }
  })
}

async function fillDatabase(booted: Booted): Promise<void> {
  await loadReferenceData(booted.pool, () =>
    say('銀行と郵便番号の一覧を入れています… / Loading the lists of banks and postal codes…'),
  )
  if (booted.config.demo) await seedDemoOnce(booted)
  await buildMissingStatistics(booted.db)
}

async function seedDemoOnce({ db, tools }: Booted): Promise<void> {
  const known = await db.selectFrom('company').select('id').limit(1).executeTakeFirst()
  if (known) return
  const seed = await demoSeed()
  if (!seed) return
  say('見本のデータを用意しています… / Creating the demo data…')
  await seed(db, tools)
}

function tracingOf({ config }: Booted): Promise<Tracing> {
  return createTracing({
    dsn: config.sentryDsn,
    otlp: config.otlp,
    environment: config.production ? 'production' : 'development',
    release,
  })
}

function workOnJobs(
  { connectionString, tools, log }: Booted,
  db: Db,
  metrics: Metrics,
  tracing: Tracing,
): JobWorker {
  return startJobs({
    connectionString,
    tasks: allTasks(db, tools),
    schedules: allSchedules(tools.config),
    log,
    onDone: (task, ok, startedAt) => {
      metrics.jobDone(task, ok)
      const endedAt = new Date()
      tracing.captureTransaction({
        name: task,
        op: 'queue.process',
        startedAt,
        endedAt,
        status: ok ? 200 : 500,
      })
    },
    onError: (error) => tracing.captureError(error),
  })
}

async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  return app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` })
}

/**
 * Behind a proxy: takes no new connections, which it then offers to another process, and ends the open ones each with a
 * response. Closed while they look idle, they would lose what the proxy is just sending. Closing the
 * listening socket resets connections that have not been accepted: it closes right after the event loop has accepted.
 */
async function takeLeave({ server }: FastifyInstance): Promise<void> {
  await afterAccepting()
  const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  await Promise.race([ended, sleep(farewell)])
  server.closeIdleConnections()
  await Promise.race([ended, sleep(longestStop)])
}

async function close(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), longestStop)
  await app.close()
  clearTimeout(timer)
}

const embeddedSentence =
  '同梱の PostgreSQL を本番で使っています(OKURU_EMBEDDED_DATABASE)。1台・1プロセスで動き、切り替え先はありません。データはこのディスクにだけあるため、バックアップを必ず設定してください。 / ' +
  'The embedded PostgreSQL serves production (OKURU_EMBEDDED_DATABASE): one machine and process, no failover. The data is on this disk alone, so set up backups.'

function announce(
  { config, outbox }: Booted,
  address: string,
  has: { demo: boolean; brands: boolean },
): void {
  if (config.production && config.databaseUrl === undefined) say(embeddedSentence)
  const { publicUrl } = config
  const ready = Math.round(process.uptime() * 10) / 10
  const url = publicUrl.endsWith(':0') ? address : publicUrl
  if (config.role === 'jobs') {
    say(`  ジョブだけを動かします / Jobs only   ${address}/readyz`)
    return
  }
  say(`\n準備ができました (${ready} 秒) / Ready in ${ready} s\n`)
  say(`  画面 / Web      ${url}/      店舗 / Shops  ${url}/biz/`)
  say(`  API             ${url}/docs`)
  if (outbox) say(`  メール / Mail   ${url}/dev/mail`)
  if (url !== address) say(`  待ち受け / Listening on ${address}`)
  // Logs are kept and read by more people than a terminal.
  if (has.demo && config.production && config.demo)
    say('\n  見本のログインが使えます / The demo sign-ins are open (OKURU_DEMO)')
  else if (has.demo && !config.production) {
    say(`\n  見本のログイン / Demo sign-ins   パスワード / password: ${demoPassword}`)
    for (const [email, who] of demoSignIns) say(`    ${email.padEnd(24)} ${who}`)
  }
  if (!has.brands) {
    say(
      '\n  ブランドがまだありません。次の命令で登録できます / No brands yet; load them: npm run okuru -- catalogue load',
    )
  }
  say('\n  止めるには Ctrl-C / Ctrl-C stops it\n')
}
