import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { addDays, tokyoDate, tokyoDateTime } from '#contract/day'
import {
  type preAssessmentCalls as calls,
  findPreAssessmentMove,
  longestValidDays,
  usualValidDays,
} from '#contract/pre-assessment'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { BusinessActor } from '#server/platform/actor'
import { endOfTokyoDay } from '#server/platform/calendar'
import type { Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { invalidField, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { estimateLetter, estimateSentence } from './estimate.texts.ts'
import {
  lockPreAssessment,
  readPreAssessment,
  recordPreAssessment,
  revokeLinks,
} from './pre-assessment.service.ts'

/** It opens the storefront of its dealer, where its shop can be chosen. */
const onStore = ({ store_key }: { store_key: string }): string =>
  store_key === '' ? '' : `?store=${encodeURIComponent(store_key)}`

/** 256 random bits; only their hash is stored. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const newToken = (): string => randomBytes(32).toString('base64url')

export function validUntil(given: string | null | undefined, kept: string | null, today: string): string {
  const day = given ?? (kept !== null && kept >= today ? kept : addDays(today, usualValidDays))
  if (day < today) throw invalidField('valid_until', '今日かそのあとの日を選んでください。')
  if (day > addDays(today, longestValidDays))
    throw invalidField('valid_until', `期限は${longestValidDays}日先までです。`)
  return day
}

/**
 * Hands a price to its customer under a link of its own; one that was handed out before shows nothing any more. The link is
 * answered once: nobody can look it up later.
 */
export async function sendPreAssessment(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, by, valid_until }: CallBody<typeof calls.send>,
  tools: Pick<Tools, 'keys' | 'config'>,
) {
  const before = await lockPreAssessment(tx, actor, id)
  if (before.version !== version) throw staleVersion(await readPreAssessment(tx, actor, id, tools))
  if (before.state !== 'sent' && !findPreAssessmentMove(before.state, 'sent', 'staff'))
    throw refuse('illegal_transition')
  if (before.priced === 0)
    throw refuse('guard_failed', { message: '金額の決まった品を1点以上入れてください。' })
  const until = validUntil(valid_until, before.valid_until, tokyoDate(actor.at))
  const token = newToken()
  const expires_at = tokyoDateTime(endOfTokyoDay(until))
  await revokeLinks(tx, id, actor.at)
  await tx
    .insertInto('pre_assessment_link')
    .values({
      ...{ token_hash: hashOfToken(token), pre_assessment_id: id, created_by: actor.business_user_id },
      ...{ created_at: actor.at.toISOString(), expires_at },
    })
    .execute()
  await tx
    .updateTable('pre_assessment')
    .set({
      ...{ state: 'sent', valid_until: until, sent_at: actor.at.toISOString(), ended_at: null },
      ...{ version: sql`version + 1`, updated_at: actor.at.toISOString() },
    })
    .where('id', '=', id)
    .execute()
  await recordPreAssessment(tx, actor, 'send', id, { sent_by: by, valid_until: until })
  const link = `/price-estimate/${token}${onStore(before)}`
  const url = `${tools.config.publicUrl}${link}`
  const shown = await readPreAssessment(tx, actor, id, tools)
  const { company_name, store_key } = before
  await deliver(tx, actor, { by, url, link }, { ...shown, company_name, store_key })
  return { url, expires_at, pre_assessment: shown }
}

async function deliver(
  tx: Tx,
  actor: BusinessActor,
  { by, url, link }: { by: string; url: string; link: string },
  shown: Awaited<ReturnType<typeof readPreAssessment>> & { company_name: string; store_key: string },
): Promise<void> {
  const whom = shown.prospect_detail
  if (by === 'mail') {
    if (!whom?.email) throw refuse('guard_failed', { message: 'メールアドレスを登録してください。' })
    const letter = estimateLetter(shown, whom.name, url)
    await queueSignedMail(
      tx,
      { account_id: null, to: whom.email, template: 'price_estimate', store: shown.store_key, ...letter },
      actor.at,
    )
  }
  if (by === 'line') {
    if (!whom?.customer || !whom.has_line)
      throw refuse('guard_failed', { message: 'LINEで友だちになっている会員のお客さまにだけ送れます。' })
    await addJob(tx, 'notification.price_estimate', {
      customer: whom.customer,
      pre_assessment: shown.id,
      sentence: estimateSentence(shown),
      link,
    })
  }
}
