import type { antiqueLedgerCalls } from '#contract/antique-ledger'
import type { CallBody } from '#contract/call'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  type CorrectedRow,
  type ListedRow,
  lockHead,
  rowBySeq,
  rowToCorrect,
} from './antique-ledger.queries.ts'
import { sealedInstant } from './antique-ledger.rules.ts'
import { append, openDocument, writePerson } from './antique-ledger.service.ts'

type Input = CallBody<typeof antiqueLedgerCalls.correct>
type Keys = Pick<Tools, 'keys'>

export const isOwnRow = async (db: Db, actor: BusinessActor, seq: number): Promise<boolean> =>
  (await rowBySeq(db, actor, seq)) !== undefined

/**
 * The wrong row stays as it is. Price and day are those of the deal or of the sale, and are put right by taking that back.
 */
export async function correctRow(
  db: Db,
  actor: BusinessActor,
  seq: number,
  input: Input,
  once: Once,
  tools: Keys,
): Promise<ListedRow> {
  const written = await inTransactionOnce(db, actor, once, async (tx) => {
    await lockHead(tx, actor.company_id)
    const shown = await rowBySeq(tx, actor, seq)
    if (!shown) throw notFound()
    refuseUnlessCorrectable(shown)
    const row = await rowToCorrect(tx, actor.company_id, seq)
    const person = await correctedPerson(tx, actor, row, input, tools)
    if (!person && isSame(row, input))
      throw refuse('guard_failed', { message: 'もとの記載と同じです。直すところを書き換えてください。' })
    const { person: _person, ...facts } = row
    const [added] = await append(
      tx,
      actor.company_id,
      [
        {
          ...facts,
          ...person,
          entry_kind: '訂正',
          ledger_class: input.ledger_class,
          item_name: input.item_name,
          features: input.features,
          corrects_seq: seq,
          invoice_note: [row.invoice_note, `${seq}番の訂正: ${input.reason}`].filter(Boolean).join('、'),
          created_at: sealedInstant(actor.at),
        },
      ],
      tools,
    )
    if (!added) throw new Error('no row was appended')
    await recordActivity(tx, actor, {
      action: 'ledger.correct',
      object_type: 'antique_ledger',
      object_id: actor.company_id,
      detail: { seq, by: added.seq },
    })
    return { seq: added.seq }
  })
  const shown = await rowBySeq(db, actor, written.seq)
  if (!shown) throw notFound()
  return shown
}

function refuseUnlessCorrectable({ seq, corrected_by }: ListedRow): void {
  if (corrected_by !== null)
    throw refuse('illegal_transition', {
      message: `${seq}番は、すでに${corrected_by}番で訂正されています。${corrected_by}番を訂正してください。`,
    })
}

const isSame = (row: CorrectedRow, input: Input): boolean =>
  row.ledger_class === input.ledger_class &&
  row.item_name === input.item_name &&
  row.features === input.features

/** Undefined where the person stays the same; another record otherwise, with the document that was shown. */
async function correctedPerson(tx: Tx, actor: BusinessActor, row: CorrectedRow, input: Input, tools: Keys) {
  const { person } = row
  if (!person) {
    if (input.person)
      throw invalidField(
        'person',
        row.person_commitment === ''
          ? 'この記載に、相手方の記載は不要です。'
          : '相手方の記録は、保存期間が過ぎて消去されています。',
      )
    return undefined
  }
  if (!input.person) throw invalidField('person', '相手方の氏名・住所・職業・年齢を入力してください。')
  const { name, address, occupation, age } = input.person
  const isSamePerson =
    name === person.name &&
    address === person.address &&
    occupation === person.occupation &&
    age === person.age
  if (isSamePerson) return undefined
  const [, name_kana = ''] = person.search_text.split('\n')
  const document = person.document_enc ? openDocument(person.document_enc, person.salt, tools) : ''
  return writePerson(
    tx,
    actor,
    actor.company_id,
    { id: person.customer_id, name, name_kana, address, occupation, age },
    document,
    tools,
  )
}
