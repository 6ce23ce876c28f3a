import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { allById, forEachLogged } from '#server/platform/each'
import type { Jobs } from '#server/platform/jobs'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import { expiredDrafts, lockedDraft, oldLists } from './declared-list.queries.ts'
import { dropList } from './declared-list.service.ts'
import { dropDraft } from './draft.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'declared-list.clean': unknown
    'declared-list.move_brand': { brand: number }
  }
}

/** As long as somebody may still ask what was sent. */
const listDaysKept = 365

async function clean(db: Db, tools: Tools): Promise<void> {
  const { clock, log } = tools
  const at = clock.now()
  const drop = async (work: (tx: Tx) => Promise<string[]>) =>
    discardNow(db, await inTransaction(db, work), tools)
  const drafts = allById((after, limit) => expiredDrafts(db, at, after, limit))
  await forEachLogged(drafts, log, ({ customer_id }) =>
    drop(async (tx) => {
      const draft = await lockedDraft(tx, customer_id)
      // The customer may have gone on with it meanwhile.
      return draft && new Date(draft.expires_at) <= at ? dropDraft(tx, draft, at) : []
    }),
  )
  const closedBefore = daysBefore(at, listDaysKept)
  const lists = allById((after, limit) => oldLists(db, closedBefore, after, limit))
  await forEachLogged(lists, log, ({ id }) => drop((tx) => dropList(tx, id, at)))
}

/** When brands are merged. */
async function moveBrand(db: Db, { brand }: { brand: number }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const into = await currentBrand(tx, brand)
    await tx.updateTable('declared_item').set({ brand_id: into }).where('brand_id', '=', brand).execute()
  })
}

/** Nightly at 3:45 (Tokyo): deletes drafts that nobody went on with, and lists of boxes that came long ago. */
export const declaredListJobs: Jobs<'declared-list'> = {
  tasks: (db, tools) => ({
    'declared-list.clean': () => clean(db, tools),
    'declared-list.move_brand': (payload) => moveBrand(db, payload),
  }),
  schedules: [{ task: 'declared-list.clean', match: '45 18 * * *' }],
}
