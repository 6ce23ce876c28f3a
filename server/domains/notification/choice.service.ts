import type { CallBody } from '#contract/call'
import type { customerCalls } from '#contract/customer'
import { isRequiredKind, type MessageKind, messageKinds } from '#contract/message-kind'
import { lineAddressOf } from '#server/domains/line/line.service'
import type { CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'

export interface Choice {
  kind: MessageKind
  mail: boolean
  line: boolean
  is_required: boolean
}

export interface Channels {
  has_mail: boolean
  has_line: boolean
  kinds: Choice[]
}

async function choicesOf(db: Db, accountId: number): Promise<Choice[]> {
  const rows = await db
    .selectFrom('notification_choice')
    .select(['kind', 'mail', 'line'])
    .where('account_id', '=', accountId)
    .execute()
  return messageKinds.map((kind) => {
    const { mail = true, line = true } = rows.find((row) => row.kind === kind) ?? {}
    return { kind, mail, line, is_required: isRequiredKind(kind) }
  })
}

export async function choiceOf(db: Db, accountId: number, kind: MessageKind): Promise<Choice> {
  const found = (await choicesOf(db, accountId)).find((choice) => choice.kind === kind)
  if (!found) throw new Error(`no kind ${kind}`)
  return found
}

export async function channelsOf(db: Db, actor: CustomerActor): Promise<Channels> {
  return {
    has_mail: actor.email !== '',
    has_line: (await lineAddressOf(db, actor.account_id)) !== undefined,
    kinds: await choicesOf(db, actor.account_id),
  }
}

/** One channel of one kind at a time, so that two devices do not undo each other. */
export async function chooseChannel(
  db: Db,
  actor: CustomerActor,
  { kind, channel, is_on }: CallBody<typeof customerCalls.chooseChannel>,
): Promise<Channels> {
  if (channel === 'mail' && !is_on && isRequiredKind(kind)) throw refuse('message_required')
  await inTransaction(db, async (tx) => {
    const both = { mail: true, line: true, [channel]: is_on }
    await tx
      .insertInto('notification_choice')
      .values({ account_id: actor.account_id, kind, ...both })
      .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ [channel]: is_on }))
      .execute()
  })
  return channelsOf(db, actor)
}
