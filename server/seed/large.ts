// `npm run seed:large`: years of data in an empty database, for benchmarks.

import path from 'node:path'
import type pg from 'pg'
import { addDays } from '#contract/day'
import { formatCount } from '#contract/text'
import { demoPassword } from '#server/demo-sign-ins'
import { writeCheckpoint } from '#server/domains/antique-ledger/antique-ledger.checkpoint'
import { finishCopiedLedger } from '#server/domains/antique-ledger/antique-ledger.factory'
import { prove } from '#server/domains/book/book.proof'
import { rebuildStatistics } from '#server/domains/price-guide/price-guide.service'
import { systemActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { hashPassword } from '#server/platform/password'
import type { Tools } from '#server/platform/tools'
import { checkArguments } from './arguments.ts'
import { makeBusinessWorld, type Worker } from './demo-business.ts'
import { anchorDay, instantOf } from './demo-days.ts'
import { loadBoxes } from './large-boxes.ts'
import { seconds, withBareTables } from './large-copy.ts'
import { loadLedger } from './large-ledger.ts'
import { loadMoney } from './large-money.ts'
import { loadPeople, loadRelations, peopleOf } from './large-people.ts'
import { articlePool, type Plan, type Size, size, skeletonOf, timesSize } from './large-plan.ts'
import { loadProducts } from './large-products.ts'
import { drawPhotos, shelvePhotos } from './photos.ts'
import { loadReferenceData } from './reference.ts'

/** Kept between runs, apart from the data of `npm start`. */
export const largeDataDir = path.join(import.meta.dirname, '../../.cache/large')

export interface LargeInput {
  db: Db
  pool: pg.Pool
  tools: Tools
  say: (line: string) => void
  wanted?: Size
}

export async function hasCompanies(db: Db): Promise<boolean> {
  return (await db.selectFrom('company').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function seedLarge(input: LargeInput): Promise<void> {
  const { db, pool, tools, say } = input
  if (await hasCompanies(db))
    throw new Error('The database already has companies; the large data set needs an empty one.')
  await loadReferenceData(pool)
  const start = performance.now()
  const now = tools.clock.now()
  const wanted = input.wanted ?? size
  const anchor = anchorDay(now)
  const since = instantOf(addDays(anchor, -760), '10:00').toISOString()
  const passwordHash = await hashPassword(demoPassword)
  const world = await makeBusinessWorld(db, anchor, passwordHash, since)
  const people = peopleOf(wanted.customers, Number(anchor.slice(0, 4)))
  const plan: Plan = {
    wanted,
    seed: 31_337,
    now: now.getTime(),
    skeletons: skeletonOf(wanted, 31_337),
    pool: articlePool(4000),
  }
  const worker = (email: string) => world.workers.get(email) as Worker
  // One picture serves all open boxes.
  const drawn = await drawPhotos(tools, ['jacket-navy'])
  const photo = (await shelvePhotos(db, drawn, new Date(since))).whole('jacket', '紺')
  const shared = { ...world, pool, db, tools, plan, people, say, since }
  const timed = async (what: string, work: () => Promise<number>) => {
    const begun = performance.now()
    const rows = await work()
    const rate = Math.round((rows / (performance.now() - begun)) * 1000)
    say(`  ${what}: ${formatCount(rows)} 行、${seconds(begun)} 秒 (${formatCount(rate)} 行/秒)`)
  }
  say(`  用意: ${seconds(start)} 秒`)
  await withBareTables(
    pool,
    async () => {
      await timed('お客さま', () => loadPeople({ ...shared, accountBase: 1000, passwordHash }))
      await timed('申し込みと商品', async () => {
        const assessors = ['aoyama', 'umeda', 'sakae'].map((name) => worker(`staff@${name}.example`))
        const outcome = await loadBoxes({ ...shared, assessors, photo })
        return outcome.rows + (await loadRelations({ ...shared, ...outcome }))
      })
      await timed('商品化', () => loadProducts(pool, photo))
      await timed('古物台帳', () => loadLedger(shared))
      await timed('帳簿と振込', () =>
        loadMoney({
          ...shared,
          maker: worker('operator@okuru.example'),
          checker: worker('approver@okuru.example'),
        }),
      )
      await timed('検索の索引と件数', () => derive(pool))
    },
    say,
  )
  await finish(input, world.companies)
  say(`  全体: ${seconds(start)} 秒`)
}

/** Fills what triggers normally maintain. */
async function derive(pool: pg.Pool): Promise<number> {
  const grams = await pool.query(`insert into request_name_gram (company_id, gram, request_id)
    select r.company_id, p.gram, r.id from purchase_request r
    join (select c.id, b.gram from customer c, bigrams(c.search_text) as b(gram)) p on p.id = r.customer_id
    order by 1, 2, 3`)
  const counts = await pool.query(`insert into request_count (company_id, shop_id, status, count)
    select company_id, shop_id, status, count(*) from purchase_request group by 1, 2, 3`)
  return (grams.rowCount ?? 0) + (counts.rowCount ?? 0)
}

async function finish({ db, pool, tools, say }: LargeInput, companies: readonly number[]): Promise<void> {
  await finishCopiedLedger(db)
  await advanceSequences(pool)
  const begun = performance.now()
  // Without statistics the functions below are planned for small tables and take minutes.
  await pool.query('analyze')
  await recordCopiedResults(pool)
  await inTransaction(db, (tx) => rebuildStatistics(tx, tools.clock.now()))
  await pool.query('vacuum analyze')
  say(`  vacuum analyze: ${seconds(begun)} 秒`)
  for (const company of companies) await writeCheckpoint(db, company, tools)
  const proof = await prove(db, systemActor(tools.clock.now()), tools)
  say(`  帳簿の検算: ${proof.is_ok ? '一致' : '不一致'} (${formatCount(proof.entry_count)} 行)`)
  if (!proof.is_ok) throw new Error('The proof of the books of the large data set failed.')
}

/** What triggers keep of results and of how they ended; after the indexes, which this needs. */
async function recordCopiedResults(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select record_publications(array_agg(request_id)) from offer where number = 1 group by request_id / 5000`,
  )
  await pool.query(`select record_outcomes(array_agg(id)) from request_history
    where from_status = 11 and to_status in (13, 22, 23) group by id / 20000`)
}

/** Rows were inserted with ids; moves the sequences past them. */
async function advanceSequences(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I', table_name) as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`,
  )
  for (const { name } of rows) {
    await pool.query(
      `select setval(pg_get_serial_sequence('${name}', 'id'), max(id)) from ${name} having max(id) is not null`,
    )
  }
}

const help = `使い方 / Usage: npm run seed:large [-- --times N]

空のデータベースに、計測用の大きなデータ(申し込み${formatCount(size.requests)}件など、またはそのN倍)を入れます。数分かかります。
Fills an empty database with a large world for measuring, or N times as much. A database with a company in it is refused.

DATABASE_URL があればそのデータベースを、なければ OKURU_DATA_DIR (なければ .cache/large) のデータベースを使います。
Uses DATABASE_URL, or else the database in OKURU_DATA_DIR (.cache/large when not set).`

const timesOf = (args: readonly string[]): number | undefined =>
  args.length === 2 && args[0] === '--times' && /^[1-9]\d?$/.test(args[1] ?? '') ? Number(args[1]) : undefined

const times = timesOf(process.argv.slice(2))

if (import.meta.main && (times !== undefined || checkArguments(process.argv.slice(2), help))) {
  const { boot } = await import('#server/boot')
  const { explainFailure } = await import('#server/start-failure')
  const { readConfig } = await import('#server/platform/config')
  const say = (line: string) => process.stdout.write(`${line}\n`)
  try {
    const config = readConfig({ OKURU_DATA_DIR: largeDataDir, ...process.env })
    const booted = await boot({ config, say })
    try {
      say('大きなデータを入れています')
      await seedLarge({ ...booted, say, wanted: timesSize(times ?? 1) })
    } finally {
      await booted.stop()
    }
  } catch (error) {
    process.stderr.write(`\n✖ ${explainFailure(error)}\n`)
    process.exitCode = 1
  }
}
