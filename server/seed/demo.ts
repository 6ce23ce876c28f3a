import { sql } from 'kysely'
import { addDays } from '#contract/day'
import { writeCheckpoint } from '#server/domains/antique-ledger/antique-ledger.checkpoint'
import { prove } from '#server/domains/book/book.proof'
import { allTasks } from '#server/jobs'
import { systemActor } from '#server/platform/actor'
import { standingClock } from '#server/platform/clock'
import type { Db } from '#server/platform/db'
import { type JobTable, runJob } from '#server/platform/jobs'
import type { Tools } from '#server/platform/tools'
import { checkArguments } from './arguments.ts'
import { makeAnalyses } from './demo-analyses.ts'
import { bookSteps, closeMonths } from './demo-books.ts'
import { stepsOfBox } from './demo-boxes.ts'
import { placeArticles } from './demo-custody.ts'
import type { DemoCustomer } from './demo-customers.ts'
import { anchorDay, instantOf } from './demo-days.ts'
import { handInPapers } from './demo-identity.ts'
import { moneySteps } from './demo-money.ts'
import { namedSteps } from './demo-named.ts'
import { makeNamedMasters } from './demo-named-masters.ts'
import { registerNotices } from './demo-notices.ts'
import { type BoxPlan, boxPlans } from './demo-plan.ts'
import { makeProducts } from './demo-products.ts'
import type { Stage, Step } from './demo-stage.ts'
import { makeSystems } from './demo-systems.ts'
import { type DemoWorld, makeDemoWorld } from './demo-world.ts'
import { inSavepoints } from './nested.ts'
import { drawPhotos, shelvePhotos } from './photos.ts'
import { dice } from './random.ts'

const lockNumber = 7_261_548_904
const firstDay = 150

/** Fills an empty database in one transaction; returns false when there is a company. */
export async function seedDemo(db: Db, tools: Tools): Promise<boolean> {
  if (await isFilled(db)) return false
  const now = tools.clock.now()
  const drawing = drawPhotos(tools)
  // Awaited below; until then a rejection must not count as unhandled.
  drawing.catch(() => undefined)
  const made = await inSavepoints(db, async (inner) => {
    await sql`select pg_advisory_xact_lock(${lockNumber}::bigint)`.execute(inner)
    if (await isFilled(inner)) return null
    return play(inner, tools, now, drawing)
  })
  if (!made) return false
  await closeMonths(db, tools, made, now)
  await sql`analyze`.execute(db)
  for (const company of made.companies) await writeCheckpoint(db, company, tools)
  await prove(db, systemActor(now), tools)
  return true
}

async function isFilled(db: Db): Promise<boolean> {
  return (await db.selectFrom('company').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function play(
  db: Db,
  tools: Tools,
  now: Date,
  drawing: ReturnType<typeof drawPhotos>,
): Promise<DemoWorld> {
  const anchor = anchorDay(now)
  const clock = standingClock(instantOf(addDays(anchor, -firstDay), '09:00'))
  const moving: Tools = { ...tools, clock, mail: { send: async () => undefined } }
  const world = await makeDemoWorld(db, tools, anchor)
  const photos = await shelvePhotos(db, await drawing, clock.now())
  const masters = await makeNamedMasters(db, world, anchor)
  const stage: Stage = { db, tools: moving, world, masters, photos, die: dice(20_261_103), anchor }
  const tasks = tasksOf(db, moving)
  for (const step of timeline(stage, tasks)) {
    clock.set(step.at)
    await step.run(step.at)
    await runJobs(db, tasks)
  }
  await handInPapers(db, tools, world, anchor)
  await registerNotices(stage)
  await makeAnalyses(stage)
  await makeProducts(stage)
  await placeArticles(stage)
  await runJobs(db, tasks)
  clock.set(now)
  await finish(db, tasks)
  await makeSystems(db, moving, world)
  return world
}

function timeline(stage: Stage, tasks: JobTable): Step[] {
  const whose = assignments(stage.world)
  const boxes = boxPlans.flatMap((plan) => stepsOfBox(stage, plan, whose(plan)))
  const mornings: Step[] = Array.from({ length: firstDay + 1 }, (_, index) => ({
    at: instantOf(addDays(stage.anchor, index - firstDay), '06:00'),
    run: async () => {
      await tasks['purchase-request.deadlines']?.({})
      await tasks['transfer.automatic']?.({})
      await tasks['transfer.remind']?.({})
      await tasks['pre-assessment.expire']?.({})
    },
  }))
  return [...boxes, ...mornings, ...moneySteps(stage), ...bookSteps(stage), ...namedSteps(stage)].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
}

/** Assigns boxes in turn to customers their dealer may buy from. */
function assignments({ customers, shops }: DemoWorld): (plan: BoxPlan) => DemoCustomer {
  const [hanako, ...others] = customers
  const turns = new Map<string, number>()
  return (plan) => {
    if (plan.whose === 'hanako') return hanako as DemoCustomer
    const dealer = shops[plan.shop]?.dealer ?? 0
    const key = plan.whose ?? `dealer ${dealer}`
    const fitting = others.filter(({ verified }) =>
      plan.whose === 'unverified' ? verified.length === 0 : verified.includes(dealer),
    )
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    return fitting[turn % fitting.length] as DemoCustomer
  }
}

/** Jobs without effects outside the database. */
function tasksOf(db: Db, tools: Tools): JobTable {
  const nothing = async () => undefined
  return { ...allTasks(db, tools), 'mail.send': nothing, 'antique-ledger.checkpoint': nothing }
}

interface WaitingJob {
  id: string
  task: string
  payload: unknown
}

async function runJobs(db: Db, tasks: JobTable): Promise<void> {
  for (;;) {
    const { rows } = await sql<WaitingJob>`
      select j.id::text, t.identifier as task, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`.execute(db)
    if (rows.length === 0) return
    await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
    for (const { task, payload } of rows) await runJob(tasks, task, payload)
  }
}

/** Marks mails as sent and older messages as read. */
async function finish(db: Db, tasks: JobTable): Promise<void> {
  await tasks['purchase-request.fold_counts']({})
  await tasks['price-guide.rebuild']({})
  await tasks['pre-assessment.count_drift']({})
  await sql`update mail set sent_at = created_at, body = ''`.execute(db)
  await sql`update notification n set read_at = n.created_at + interval '3 hours'
    where n.id not in (select id from (select id, row_number() over (partition by account_id order by id desc) as place from notification) m
      where place <= 2)`.execute(db)
}

const help = `使い方 / Usage: node server/seed/demo.ts

空のデータベースに見本のデータを入れます。 / Puts the demo data into an empty database.`

if (import.meta.main && checkArguments(process.argv.slice(2), help)) {
  const { boot } = await import('#server/boot')
  const { loadReferenceData } = await import('./reference.ts')
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const booted = await boot({ say })
  try {
    await loadReferenceData(booted.pool)
    const start = performance.now()
    const done = await seedDemo(booted.db, booted.tools)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    say(done ? `見本のデータを入れました (${seconds} 秒)` : 'すでにデータがあるため、何もしませんでした')
  } finally {
    await booted.stop()
  }
}
