import type { SaleEntry } from '#contract/antique-ledger'
import type { Actor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { standingPurchase, standingSale } from './antique-ledger.queries.ts'
import { type SealedRow, sealedInstant } from './antique-ledger.rules.ts'
import { append, writePerson } from './antique-ledger.service.ts'

export interface LedgerBuyer {
  name: string
  address: string
  occupation: string
  age: number
}

export interface Sold {
  company_id: number
  item_id: number
  sold_on: string
  price: number
  entry: Exclude<SaleEntry, 'none'>
  /** Of a named entry. */
  buyer: LedgerBuyer | null
}

type Keys = Pick<Tools, 'keys'>

const nobody = { person_id: null, person_commitment: '' }

/** 払出し: what the law has recorded of a sale. Locks the company's head until the commit. */
export async function appendSale(tx: Tx, actor: Actor, sold: Sold, tools: Keys): Promise<SealedRow> {
  const { company_id, item_id, entry, buyer } = sold
  const bought = await standingPurchase(tx, company_id, item_id)
  if (!bought)
    throw refuse('guard_failed', { message: 'この品の買受けが古物台帳にないため、販売を記録できません。' })
  if ((entry === 'named') !== (buyer !== null)) throw new Error('a named entry has a buyer, another has none')
  const { bought_seq, ...facts } = bought
  const person = buyer
    ? await writePerson(tx, actor, company_id, { ...buyer, id: null, name_kana: '' }, '', tools)
    : nobody
  return only(
    await append(
      tx,
      company_id,
      [
        {
          ...facts,
          ...person,
          entry_kind: '売却',
          occurred_on: sold.sold_on,
          price: sold.price,
          // Only who sells to a dealer is identified.
          measure: '',
          corrects_seq: null,
          invoice_note: `買受けは${bought_seq}番`,
          created_at: sealedInstant(actor.at),
        },
      ],
      tools,
    ),
  )
}

/** The row of the sale stays. Remarks hold no free text: they are kept when the buyer is erased. */
export async function appendSaleReturn(
  tx: Tx,
  actor: Actor,
  back: { company_id: number; ledger_seq: number; returned_on: string; is_mistake: boolean },
  tools: Keys,
): Promise<SealedRow> {
  const { company_id, ledger_seq, returned_on, is_mistake } = back
  const sold = await standingSale(tx, company_id, ledger_seq)
  return only(
    await append(
      tx,
      company_id,
      [
        {
          ...sold,
          entry_kind: '返品',
          occurred_on: returned_on,
          corrects_seq: null,
          invoice_note: `${ledger_seq}番の${is_mistake ? '売却は記録の誤り' : '売却の返品'}`,
          created_at: sealedInstant(actor.at),
        },
      ],
      tools,
    ),
  )
}

function only([row]: SealedRow[]): SealedRow {
  if (!row) throw new Error('no row was appended')
  return row
}
