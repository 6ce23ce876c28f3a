import { addDays, tokyoDate } from '#contract/day'
import { isExpected } from '#contract/lifecycle'
import { queueSignedMail } from '#server/domains/company/operator.service'
import { isLineBlocked, lineAddressOf } from '#server/domains/line/line.service'
import { type Db, inTransaction } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { boxesMessage } from './box.texts.ts'
import { choiceOf } from './choice.service.ts'
import { kitSentMessage, kitTakenBackMessage } from './kit.texts.ts'
import { queueLineMessage, templateOf } from './line-message.service.ts'
import { letterOf, type RequestFacts } from './notification.letter.ts'
import {
  accountRecipient,
  correctionNews,
  customerNews,
  moveNews,
  objectionNews,
  questionNews,
  type Recipient,
  requestNews,
  rescindedNews,
  transferNews,
  wasTold,
} from './notification.queries.ts'
import {
  bankAccountChangedMessage,
  correctionMessage,
  identificationClearedMessage,
  lineLinkedMessage,
  type Message,
  transferExpiredMessage,
  transferMessage,
} from './notification.texts.ts'
import { type Reminder, reminderMessage } from './reminder.texts.ts'
import { objectionMessage, questionMessage, requestMessage, rescindedMessage } from './request.texts.ts'

type NewsTools = Pick<Tools, 'clock' | 'config'>

interface News {
  whom: Recipient
  event: string
  message: Message
  /** The request it is about. */
  request?: RequestFacts
  /** The person asked for it in the chat. */
  isForLine?: boolean
}

/** Inbox, mail and LINE in one transaction, once per event however often the job runs. */
export async function notify(
  db: Db,
  { whom, event, message, request, isForLine = false }: News,
  tools: NewsTools,
): Promise<void> {
  const at = tools.clock.now()
  await inTransaction(db, async (tx) => {
    const inserted = await tx
      .insertInto('notification')
      .values({
        account_id: whom.account_id,
        kind: message.kind,
        title: message.title,
        body: message.body,
        link: message.link,
        event,
        request_id: request?.id ?? null,
        created_at: at.toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'event']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted || !message.mail) return
    const chosen = await choiceOf(tx, whom.account_id, message.kind)
    const wanted = isForLine ? { mail: false, line: true } : chosen
    const letter = letterOf(message, whom.customer_name, request, tools.config.publicUrl)
    const { mail, lineText: text } = letter
    // In place of the chat, also for people who gave up this kind of mail because they had LINE.
    const isMailed = wanted.mail || (wanted.line && (await isLineBlocked(tx, whom.account_id)))
    if (isMailed) {
      const template = templateOf(event)
      await queueSignedMail(tx, { account_id: whom.account_id, to: whom.email, template, ...mail }, at)
    }
    if (wanted.line && (await lineAddressOf(tx, whom.account_id)) !== undefined) {
      const instead = wanted.mail ? null : mail
      await queueLineMessage(tx, { notification: inserted.id, text, letter: instead }, at)
    }
  })
}

export async function notifyRequestMove(
  db: Db,
  requestId: number,
  from: number | null,
  to: number,
  tools: NewsTools,
): Promise<void> {
  const [request, move] = await Promise.all([requestNews(db, requestId), moveNews(db, requestId, from, to)])
  const message = request && move ? requestMessage(request, move) : null
  if (!request || !move || !message) return
  await notify(db, { whom: request, event: `request.${requestId}.${move.id}`, message, request }, tools)
}

/** Some of the boxes are here. When more have come since, another message tells so. */
export async function notifyBoxes(db: Db, requestId: number, here: number, tools: NewsTools): Promise<void> {
  const request = await requestNews(db, requestId)
  if (request?.boxes.filter(({ arrived_at }) => arrived_at !== null).length !== here) return
  const event = `boxes.${requestId}.${here}`
  await notify(db, { whom: request, event, message: boxesMessage(request), request }, tools)
}

const kitSentEvent = (requestId: number, at: string): string => `kit_sent.${requestId}.${Date.parse(at)}`

/** Not when the mark was taken back since, or the boxes are no longer waited for. */
export async function notifyKitSent(db: Db, requestId: number, at: string, tools: NewsTools): Promise<void> {
  const request = await requestNews(db, requestId)
  const kit = request?.kit
  if (!kit || kit.sent_at === null || Date.parse(kit.sent_at) !== Date.parse(at)) return
  if (!isExpected(request.status)) return
  const event = kitSentEvent(requestId, at)
  await notify(db, { whom: request, event, message: kitSentMessage(request, kit), request }, tools)
}

/** Only who was told of the sending. */
export async function notifyKitTakenBack(
  db: Db,
  requestId: number,
  at: string,
  tools: NewsTools,
): Promise<void> {
  const request = await requestNews(db, requestId)
  if (!request || !(await wasTold(db, request.account_id, kitSentEvent(requestId, at)))) return
  const event = `kit_taken_back.${requestId}.${Date.parse(at)}`
  await notify(db, { whom: request, event, message: kitTakenBackMessage(request), request }, tools)
}

const unsentDays = 14

export async function remindOfRequest(
  db: Db,
  requestId: number,
  kind: Reminder,
  tools: NewsTools,
): Promise<void> {
  const request = await requestNews(db, requestId)
  if (!request) return
  // Fourteen days from the reminder, so a reminder after a change names another day.
  const until = addDays(tokyoDate(new Date(request.updated_at)), unsentDays)
  const which = { offer: `${request.offers}.${request.reminders_sent}`, unsent: until, not_arrived: '1' }
  const event = `${kind}_reminder.${requestId}.${which[kind]}`
  await notify(db, { whom: request, event, message: reminderMessage(request, kind, until), request }, tools)
}

export async function notifyRescission(
  db: Db,
  requestId: number,
  itemIds: readonly number[],
  tools: NewsTools,
): Promise<void> {
  const [request, items] = await Promise.all([
    requestNews(db, requestId),
    rescindedNews(db, requestId, itemIds),
  ])
  if (!request || items.count === 0) return
  // An item leaves a deal once, so the smallest id identifies the event.
  const event = `rescinded.${requestId}.${Math.min(...itemIds)}`
  await notify(db, { whom: request, event, message: rescindedMessage(request, items), request }, tools)
}

export async function notifyObjectionReply(db: Db, objectionId: number, tools: NewsTools): Promise<void> {
  const objection = await objectionNews(db, objectionId)
  const request = objection && (await requestNews(db, objection.request))
  if (!objection || !request) return
  const message = objectionMessage(request, objection.answer)
  await notify(db, { whom: request, event: `objection.${objectionId}`, message, request }, tools)
}

export async function notifyLineLinked(
  db: Db,
  accountId: number,
  at: string,
  tools: NewsTools,
): Promise<void> {
  const whom = await accountRecipient(db, accountId)
  const event = `line_linked.${Date.parse(at)}`
  if (whom) await notify(db, { whom, event, message: lineLinkedMessage(at) }, tools)
}

export async function notifyQuestionReply(db: Db, questionId: number, tools: NewsTools): Promise<void> {
  const question = await questionNews(db, questionId)
  const request = question && (await requestNews(db, question.request))
  if (!question || !request) return
  const message = questionMessage(request, question)
  await notify(db, { whom: request, event: `question.${questionId}`, message, request }, tools)
}

type TransferEvent = Parameters<typeof transferMessage>[1]

export async function notifyTransfer(
  db: Db,
  transferId: number,
  what: TransferEvent,
  tools: NewsTools,
): Promise<void> {
  const transfer = await transferNews(db, transferId, what === 'returned')
  if (!transfer) return
  const message = transferMessage(transfer, what)
  await notify(db, { whom: transfer, event: `transfer_${what}.${transferId}`, message }, tools)
}

export async function notifyCorrection(db: Db, proposalId: number, tools: NewsTools): Promise<void> {
  const news = await correctionNews(db, proposalId)
  if (!news) return
  const message = correctionMessage(news)
  await notify(db, { whom: news, event: `balance_corrected.${proposalId}`, message }, tools)
}

export type CustomerEvent = 'transfer_expired' | 'identification_cleared' | 'bank_account_changed'

export async function notifyCustomer(
  db: Db,
  customerId: number,
  what: CustomerEvent,
  tools: NewsTools,
): Promise<void> {
  const customer = await customerNews(db, customerId)
  if (!customer) return
  const send = (which: number | string | null, message: Message) =>
    which === null
      ? Promise.resolve()
      : notify(db, { whom: customer, event: `${what}.${which}`, message }, tools)
  switch (what) {
    case 'transfer_expired':
      return send(customer.reminder_id, transferExpiredMessage(customer.balance))
    case 'identification_cleared':
      return send(customer.cleared_id, identificationClearedMessage())
    case 'bank_account_changed':
      return send(
        customer.bank_account,
        bankAccountChangedMessage(
          customer.bank_changed_at ?? tools.clock.now().toISOString(),
          customer.is_new_bank_account,
        ),
      )
  }
}

interface PriceEstimate {
  customer: number
  pre_assessment: number
  /** What it comes to, until when. */
  sentence: string
  link: string
}

/** Each time it is handed out, under a link of its own. */
export async function notifyPriceEstimate(
  db: Db,
  { customer, pre_assessment, sentence, link }: PriceEstimate,
  tools: NewsTools,
): Promise<void> {
  const whom = await customerNews(db, customer)
  if (!whom) return
  const event = `price_estimate.${pre_assessment}.${link.split('?')[0]?.slice(-12)}`
  const message: Message = {
    kind: 'progress',
    title: '事前査定の目安をお知らせします',
    body: `${sentence}内訳をご覧いただき、そのままお申し込みいただけます。`,
    link,
    mail: true,
  }
  await notify(db, { whom, event, message, isForLine: true }, tools)
}

interface EstimateTaken {
  customer: number
  pre_assessment: number
  shop_name: string
  count: number
}

/** A shop put articles into the draft: their owner reads it first, and is the one who sends it. */
export async function notifyEstimateTaken(
  db: Db,
  { customer, pre_assessment, shop_name, count }: EstimateTaken,
  tools: NewsTools,
): Promise<void> {
  const whom = await customerNews(db, customer)
  if (!whom) return
  const message: Message = {
    kind: 'progress',
    title: '申し込みの下書きができました',
    body: `${shop_name}が、事前査定の品${count}点をお申し込みの下書きに入れました。まだ送られていません。内容をご確認のうえ、お客さまからお送りください。`,
    link: '/requests/new',
    mail: true,
  }
  await notify(db, { whom, event: `estimate_taken.${pre_assessment}`, message, isForLine: true }, tools)
}
