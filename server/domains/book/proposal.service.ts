// Entries that no event of the trade makes: one person proposes them, another approves, and only that writes them.
import { type bookCalls, concernsDeal, namesCustomer, proposalProblems } from '#contract/book'
import type { CallBody, CallQuery } from '#contract/call'
import { yen } from '#contract/money'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { paginate } from '#server/platform/paging'
import { invalid, invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import { noteNetwork } from '../account/account.service.ts'
import { recordActivity } from '../activity/activity.service.ts'
import {
  requireSecondPerson,
  secondPersonRefusal,
  secondPersonsFor,
} from '../company/second-person.service.ts'
import { lockCustomer } from '../customer/customer.service.ts'
import { drawsFor, type Posting } from './book.rules.ts'
import { bookAccountOf, post } from './book.service.ts'
import {
  balancesOf,
  countProposals,
  dealById,
  type LockedProposal,
  lapsedBefore,
  listProposals,
  lockLapsedFee,
  lockProposal,
  ownerOfDeal,
  type ProposalRow,
  proposalById,
  returnedTransfer,
  writeDecision,
} from './proposal.queries.ts'

type Input = CallBody<typeof bookCalls.propose>

export function proposals(db: Db, actor: BusinessActor, query: CallQuery<typeof bookCalls.proposals>) {
  return paginate(
    query,
    () => countProposals(db, query.state, actor.at),
    async (window) => {
      const rows = await listProposals(db, query.state, actor.at, window)
      const seconds = new Map<number, Seconds>()
      for (const proposer of new Set(rows.filter(waits).map((row) => row.proposer)))
        seconds.set(proposer, await secondsBeside(db, actor, proposer))
      return rows.map((row) => bodyOf(row, seconds.get(row.proposer)))
    },
  )
}

export async function bookDealOf(db: Db, requestId: number) {
  const deal = await dealById(db, requestId)
  if (!deal) throw notFound()
  return deal
}

export const proposalExists = async (db: Db, id: number): Promise<boolean> =>
  (await proposalById(db, id, new Date(0))) !== undefined

const waits = ({ state }: ProposalRow): boolean => state === 'waiting'

/** Whether this reader may approve what a person proposed, and who may. */
const secondsBeside = async (db: Db, actor: BusinessActor, proposer: number) => ({
  refusal: await secondPersonRefusal(db, proposer, actor, 'grant'),
  approvers: await secondPersonsFor(db, proposer, 'grant'),
})
type Seconds = Awaited<ReturnType<typeof secondsBeside>>

const bodyOf = (row: ProposalRow, seconds: Seconds | undefined) => ({
  ...row,
  ...(waits(row) && seconds ? seconds : { refusal: null, approvers: [] }),
})

async function proposalFor(db: Db, actor: BusinessActor, id: number) {
  const row = await proposalById(db, id, actor.at)
  if (!row) throw notFound()
  return bodyOf(row, waits(row) ? await secondsBeside(db, actor, row.proposer) : undefined)
}

export async function propose(
  db: Db,
  actor: BusinessActor,
  once: Once,
  { network, ...input }: Input & { network?: string | null },
) {
  const problems = proposalProblems(input)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return inTransactionOnce(db, actor, once, async (tx) => {
    await noteNetwork(tx, actor.session.id, network ?? null, actor.at)
    const concerned = await concernedBy(tx, input)
    if (concerned.transfer_id !== null) await closeLapsedFee(tx, actor, concerned.transfer_id)
    const made = await tx
      .insertInto('book_proposal')
      .values({
        kind: input.kind,
        ...concerned,
        amount: input.amount,
        reason: input.reason,
        note: namesCustomer(input.kind) ? input.note : '',
        announced_on: input.kind === 'fee' ? input.announced_on : null,
        proposed_by: actor.business_user_id,
        proposed_at: actor.at.toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refuse('fee_not_due', { message: 'この振込の手数料は、すでに申請されています。' })
    await recordActivity(tx, actor, {
      action: 'book.propose',
      object_type: 'book_proposal',
      object_id: made.id,
      detail: { kind: input.kind, amount: input.amount },
    })
    return proposalFor(tx, actor, made.id)
  })
}

/** A fee that lapsed undecided makes way for a new proposal. */
async function closeLapsedFee(tx: Tx, actor: BusinessActor, transfer: number): Promise<void> {
  const lapsed = await lockLapsedFee(tx, transfer, actor.at)
  if (!lapsed) return
  const { business_user_id: by, at } = actor
  await writeDecision(tx, lapsed.id, { state: 'refused', by, at, note: '期限切れのため、申請し直しました。' })
  await recordDecision(tx, actor, lapsed, 'book.refuse_proposal')
}

type Concerned = Pick<LockedProposal, 'request_id' | 'transfer_id' | 'customer_id' | 'company_id'>

/** Whom the entry concerns follows from the deal or the transfer; nobody types it. */
async function concernedBy(tx: Tx, input: Input): Promise<Concerned> {
  const nobody = { request_id: null, transfer_id: null, customer_id: null, company_id: null }
  if (concernsDeal(input.kind)) {
    const request_id = input.purchase_request as number
    const owner = await ownerOfDeal(tx, request_id)
    if (!owner) throw unknownKey('purchase_request', request_id)
    return { ...nobody, request_id, ...owner }
  }
  if (input.kind === 'bank_fee') return nobody
  const transfer_id = input.transfer as number
  const transfer = await returnedTransfer(tx, transfer_id)
  if (!transfer) throw unknownKey('transfer', transfer_id)
  if (!transfer.is_repeated) throw refuse('fee_not_due')
  if ((input.announced_on as string) > transfer.requested_on)
    throw invalidField('announced_on', 'この振込のご依頼より前に案内した日を入力してください。')
  return { ...nobody, transfer_id, customer_id: transfer.customer_id }
}

/** The proposal is locked first, then the customer, then the accounts. */
export async function approveProposal(
  db: Db,
  actor: BusinessActor,
  input: { id: number; network: string | null } & CallBody<typeof bookCalls.approveProposal>,
) {
  return inTransaction(db, async (tx) => {
    await noteNetwork(tx, actor.session.id, input.network, actor.at)
    const proposal = await waitingProposal(tx, actor, input)
    if (proposal.proposed_at <= lapsedBefore(actor.at)) throw refuse('proposal_lapsed')
    await requireSecondPerson(tx, proposal.proposed_by, actor, 'grant')
    if (proposal.customer_id !== null) await lockCustomer(tx, proposal.customer_id)
    await writeDecision(tx, proposal.id, {
      state: 'approved',
      by: actor.business_user_id,
      at: actor.at,
      note: '',
    })
    await post(tx, actor, await postingsOf(tx, proposal))
    if (proposal.customer_id !== null) {
      await addJob(tx, 'notification.balance_corrected', { proposal: proposal.id })
      await addJob(tx, 'transfer.end_expiry', { customer: proposal.customer_id })
    }
    await recordDecision(tx, actor, proposal, 'book.approve_proposal')
    return proposalFor(tx, actor, proposal.id)
  })
}

export async function refuseProposal(
  db: Db,
  actor: BusinessActor,
  input: { id: number } & CallBody<typeof bookCalls.refuseProposal>,
) {
  return inTransaction(db, async (tx) => {
    const proposal = await waitingProposal(tx, actor, input)
    await writeDecision(tx, proposal.id, {
      state: 'refused',
      by: actor.business_user_id,
      at: actor.at,
      note: input.reason,
    })
    await recordDecision(tx, actor, proposal, 'book.refuse_proposal')
    return proposalFor(tx, actor, proposal.id)
  })
}

async function waitingProposal(
  tx: Tx,
  actor: BusinessActor,
  { id, version }: { id: number; version: number },
): Promise<LockedProposal> {
  const proposal = await lockProposal(tx, id)
  if (!proposal) throw notFound()
  if (proposal.version !== version) throw staleVersion(await proposalFor(tx, actor, id))
  if (proposal.state !== 'waiting') throw refuse('illegal_transition')
  return proposal
}

const recordDecision = (
  tx: Tx,
  actor: BusinessActor,
  { id, kind, amount }: LockedProposal,
  action: 'book.approve_proposal' | 'book.refuse_proposal',
) =>
  recordActivity(tx, actor, {
    action,
    object_type: 'book_proposal',
    object_id: id,
    detail: { kind, amount },
  })

async function postingsOf(tx: Tx, proposal: LockedProposal): Promise<Posting[]> {
  const { customer_id, company_id, request_id } = proposal
  const common = {
    proposal_id: proposal.id,
    second_actor_id: proposal.proposed_by,
    note: proposal.note || proposal.reason,
  }
  const amount = yen(Math.abs(proposal.amount))
  if (proposal.kind === 'fee') return feeOf(tx, proposal, common)
  if (proposal.kind === 'bank_fee') {
    const [debit, credit] = [await bookAccountOf(tx, 'fee'), await bookAccountOf(tx, 'bank')]
    return [{ kind: 'FEE', debit, credit, amount, ...common }]
  }
  const adjustment = await bookAccountOf(tx, 'adjustment')
  const theirs = await bookAccountOf(
    tx,
    proposal.kind === 'write_off' ? 'receivable' : 'customer',
    customer_id,
    company_id,
  )
  const [debit, credit] = proposal.amount > 0 ? [adjustment, theirs] : [theirs, adjustment]
  return [{ kind: 'ADJUSTMENT', debit, credit, amount, request_id, ...common }]
}

/** The customer's lock keeps the balances as they were read. Drawn like a transfer: from the dealers' accounts in the order they were opened. */
async function feeOf(tx: Tx, proposal: LockedProposal, common: Partial<Posting>): Promise<Posting[]> {
  const { customer_id, transfer_id } = proposal
  const credit = await bookAccountOf(tx, 'fee')
  const draws = drawsFor(await balancesOf(tx, customer_id as number), yen(proposal.amount))
  if (!draws) throw refuse('amount_exceeds_balance')
  return draws.map(({ id, balance }) => ({
    ...common,
    kind: 'FEE',
    debit: id,
    credit,
    amount: balance,
    transfer_id,
  }))
}
