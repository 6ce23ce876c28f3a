import { sql } from 'kysely'
import { tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { SystemActor } from '#server/platform/actor'
import { type Db, inTransaction, lockNamed } from '#server/platform/db'
import { allById, forEachLogged } from '#server/platform/each'
import { dropPicture } from '#server/platform/picture'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'

interface Due {
  id: number
  company_id: number
}

/** Not those that led to a hold: the report to the police names them. */
async function dueNotices(db: Db, today: string, after: number, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select n.id, n.company_id from stolen_notice n
    where n.id > ${after} and n.expires_on < ${today}::date and not exists (
      select from stolen_notice_article a join stolen_notice_match m on m.article_id = a.id
      where a.notice_id = n.id and m.hold_id is not null)
    order by n.id limit ${limit}`.execute(db)
  return rows
}

/** After six months a notice is no longer compared, and says who lost what: it is erased with its pictures. */
export async function eraseOldNotices(
  db: Db,
  actor: SystemActor,
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  const today = tokyoDate(actor.at)
  const all = allById((after, limit) => dueNotices(db, today, after, limit))
  await forEachLogged(all, tools.log, async (due) => {
    await discardNow(db, await eraseNotice(db, actor, due, today), tools)
  })
}

/** Returns the keys of its pictures. */
function eraseNotice(db: Db, actor: SystemActor, due: Due, today: string): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockNamed(tx, `stolen-notice.${due.company_id}`)
    // Whoever makes a hold of a match holds its row.
    await sql`select from stolen_notice_match m join stolen_notice_article a on a.id = m.article_id
      where a.notice_id = ${due.id} order by m.id for update of m`.execute(tx)
    const [still] = await dueNotices(tx, today, due.id - 1, 1)
    if (still?.id !== due.id) return []
    await sql`delete from stolen_notice_match m using stolen_notice_article a
      where a.id = m.article_id and a.notice_id = ${due.id}`.execute(tx)
    const pages = await tx
      .deleteFrom('stolen_notice_page')
      .where('notice_id', '=', due.id)
      .returning('file_id')
      .execute()
    const keys: string[] = []
    for (const { file_id } of pages) keys.push(await dropPicture(tx, file_id, actor.at))
    await tx.deleteFrom('stolen_notice_article').where('notice_id', '=', due.id).execute()
    await tx.deleteFrom('stolen_notice').where('id', '=', due.id).execute()
    await recordActivity(tx, actor, {
      action: 'stolen_notice.erase',
      object_type: 'stolen_notice',
      object_id: due.id,
      detail: { pages: keys.length },
    })
    return keys
  })
}
