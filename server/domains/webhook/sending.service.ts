import { deliveryDaysKept } from '#contract/webhook'
import { recordActivity } from '#server/domains/activity/activity.service'
import { administratorsOf } from '#server/domains/company/admission.service'
import { companyName } from '#server/domains/company/company.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import { systemActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { OutgoingError, type OutgoingProblem } from '#server/platform/outgoing'
import type { Tools } from '#server/platform/tools'
import {
  claimDue,
  type Due,
  deleteDeliveries,
  markDelivered,
  markFailed,
  nextDue,
  switchOff,
} from './sending.queries.ts'
import { dropWaiting } from './webhook.queries.ts'
import { bodyOf, errorText, isOver, isTaken, messageId, pauseAfter, signedHeaders } from './webhook.rules.ts'
import { askForSending, previousPlace, secretPlace } from './webhook.service.ts'
import { givenUpMail } from './webhook.texts.ts'

type SendTools = Pick<Tools, 'clock' | 'keys' | 'outgoing' | 'config' | 'log'>

/** Of one endpoint in one claim. */
const mostOfOne = 100
const lanesOfOne = 8
/** An endpoint that fails as often in a row is left alone. */
const mostFailures = 3
/** Other work waits for the place of this job. */
const longestRun = 15_000

/**
 * Sends what is due, to all endpoints beside each other and to each over a few connections. One run at a time, by the queue of
 * the job; what is claimed and not sent is due again when the claim ends. An endpoint whose last try failed rests until the next
 * run. A receiver may get an event twice, and in any order.
 */
export async function sendDue(db: Db, tools: SendTools): Promise<void> {
  const until = performance.now() + longestRun
  const resting: number[] = []
  const sendTo = async (endpoint: number, deliveries: Due[]) => {
    if (!(await sendAll(db, deliveries, until, tools))) resting.push(endpoint)
  }
  for (;;) {
    const at = tools.clock.now()
    const due = await inTransaction(db, (tx) => claimDue(tx, at, { most: mostOfOne, resting }))
    if (due.length === 0) break
    const endpoints = Map.groupBy(due, ({ endpoint_id }) => endpoint_id)
    await Promise.all([...endpoints].map(([endpoint, deliveries]) => sendTo(endpoint, deliveries)))
    if (performance.now() > until) return inTransaction(db, (tx) => askForSending(tx))
  }
  await wakeForNext(db, tools)
}

const minute = 60_000

/** The scheduled job retries every minute; the first retry has to come sooner. */
async function wakeForNext(db: Db, { clock }: SendTools): Promise<void> {
  const now = clock.now()
  const next = await nextDue(db, now)
  if (next === null || next.getTime() - now.getTime() > minute) return
  // The key is used by this job alone, so nobody waits for its row.
  await inTransaction(db, (tx) =>
    addJob(tx, 'webhook.send', {}, { queue: 'webhooks', runAt: next, jobKey: 'webhook.send.next' }),
  )
}

/** False: it does not take them now. */
async function sendAll(db: Db, deliveries: Due[], until: number, tools: SendTools): Promise<boolean> {
  const waiting = deliveries.values()
  let failures = 0
  const lane = async () => {
    for (const delivery of waiting) {
      if (failures >= mostFailures || performance.now() > until) return
      failures = (await sendOne(db, delivery, tools)) ? 0 : failures + 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanesOfOne, deliveries.length) }, lane))
  return failures === 0
}

async function sendOne(db: Db, delivery: Due, tools: SendTools): Promise<boolean> {
  const outcome = await outcomeOf(delivery, tools)
  const at = tools.clock.now()
  const isDelivered = typeof outcome === 'number' && isTaken(outcome)
  await inTransaction(db, (tx) =>
    isDelivered
      ? markDelivered(tx, delivery, outcome, at.toISOString())
      : failed(tx, delivery, outcome, at, tools),
  )
  return isDelivered
}

async function outcomeOf(
  delivery: Due,
  { clock, keys, outgoing }: SendTools,
): Promise<number | OutgoingProblem> {
  const { endpoint_id, secret_enc, previous_secret_enc, url } = delivery
  const secrets = [
    keys.field.decrypt(secret_enc, secretPlace, endpoint_id),
    ...(previous_secret_enc ? [keys.field.decrypt(previous_secret_enc, previousPlace, endpoint_id)] : []),
  ]
  const body = bodyOf(delivery)
  const headers = signedHeaders({ id: messageId(delivery.event_id), at: clock.now(), body }, secrets)
  try {
    return await outgoing.post({ url, headers, body })
  } catch (error) {
    if (error instanceof OutgoingError) return error.problem
    throw error
  }
}

async function failed(
  tx: Tx,
  delivery: Due,
  outcome: number | OutgoingProblem,
  at: Date,
  tools: SendTools,
): Promise<void> {
  const pause = pauseAfter(delivery.tries + 1)
  const endpoint = await markFailed(tx, delivery, {
    at: at.toISOString(),
    code: typeof outcome === 'number' ? outcome : null,
    error: errorText(outcome),
    next: pause === null ? null : new Date(at.getTime() + pause).toISOString(),
  })
  if (endpoint?.is_active && isOver(new Date(endpoint.failing_since), at))
    await giveUp(tx, delivery, at, tools)
}

/** Somebody has to look; until then nothing is kept for an address where nobody listens. */
async function giveUp(
  tx: Tx,
  { endpoint_id, company_id }: Due,
  at: Date,
  { config, log }: SendTools,
): Promise<void> {
  const endpoint = await switchOff(tx, endpoint_id, at.toISOString())
  if (!endpoint) return
  await dropWaiting(tx, endpoint_id, '送り先を止めたため、送りませんでした。')
  await recordActivity(tx, systemActor(at), {
    action: 'webhook.give_up',
    object_type: 'webhook_endpoint',
    object_id: endpoint_id,
    detail: { name: endpoint.name, webhook_url: endpoint.url },
  })
  const mail = givenUpMail(config.publicUrl, { company: await companyName(tx, company_id), ...endpoint, at })
  for (const { account_id, email: to } of await administratorsOf(tx, company_id))
    await queueSignedMail(tx, { account_id, to, ...mail }, at)
  log.warn({ endpoint: endpoint_id, company: company_id }, 'a webhook endpoint was switched off')
}

const cleanedAtOnce = 5_000

export async function cleanDeliveries(db: Db, at: Date): Promise<void> {
  const before = daysBefore(at, deliveryDaysKept).toISOString()
  while ((await inTransaction(db, (tx) => deleteDeliveries(tx, before, cleanedAtOnce))) === cleanedAtOnce);
}
