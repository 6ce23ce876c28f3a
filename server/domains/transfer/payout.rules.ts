import type * as z from 'zod'
import type { CallBody } from '#contract/call'
import type { payoutBatchStates } from '#contract/codes'
import type { payoutProblem, transferCalls } from '#contract/transfer'
import { isBusinessDay } from '#server/platform/calendar'
import { checkPayoutFile } from './payout-file.rules.ts'
import type { PayoutFileInput, PayoutOriginator } from './payout-format.rules.ts'
import { formatOf } from './payout-format-list.rules.ts'
import { holderIsVerified, type VerifiedNames } from './transfer.rules.ts'

export type PayoutState = (typeof payoutBatchStates)[number]
export type PayoutMove = 'approve' | 'export' | 'send' | 'record_results' | 'record_returns' | 'cancel'

/** The last result of a batch leads to `closed`; returns change no state. */
export const payoutMoves: Readonly<
  Record<PayoutMove, { from: readonly PayoutState[]; to: PayoutState | null }>
> = {
  approve: { from: ['draft'], to: 'approved' },
  export: { from: ['approved'], to: 'exported' },
  send: { from: ['exported'], to: 'sent' },
  record_results: { from: ['sent'], to: 'closed' },
  record_returns: { from: ['sent', 'closed'], to: null },
  cancel: { from: ['draft', 'approved', 'exported'], to: 'canceled' },
}

export const canMove = (move: PayoutMove, state: PayoutState): boolean =>
  payoutMoves[move].from.includes(state)

export function allowedMoves(state: PayoutState, mayApprove: boolean, paidLines: number): PayoutMove[] {
  const moves = Object.keys(payoutMoves) as PayoutMove[]
  const isOpen: Partial<Record<PayoutMove, boolean>> = { approve: mayApprove, record_returns: paidLines > 0 }
  return moves.filter((move) => canMove(move, state) && (isOpen[move] ?? true))
}

export interface PayoutSubject extends VerifiedNames {
  transfer: number
  bank_code: string
  branch_code: string
  account_type: number
  account_number_tail: string
  account_holder_kana: string
  amount: number
  bank_kana: string | null
  branch_kana: string | null
  has_hold: boolean
  is_unchecked: boolean
}

export interface PayoutOriginatorFacts extends PayoutOriginator {
  fileFormat: string
  bankExists: boolean
  branchExists: boolean
}

export type PayoutProblemRow = z.output<typeof payoutProblem>

export interface PayoutCheck {
  originator: PayoutOriginatorFacts | null
  payDate: string
  subjects: readonly PayoutSubject[]
  numbers?: ReadonlyMap<number, string>
  today: string
}

/** Stands in for an encrypted account number in checks that need only its last digits. */
export const placeholderNumber = (tail: string): string => `9999${tail}`

export function payoutFileInput(check: PayoutCheck & { originator: PayoutOriginatorFacts }): PayoutFileInput {
  return {
    originator: check.originator,
    payDate: check.payDate,
    lines: check.subjects.map((subject) => ({
      transferId: subject.transfer,
      bankCode: subject.bank_code,
      bankName: subject.bank_kana ?? '',
      branchCode: subject.branch_code,
      branchName: subject.branch_kana ?? '',
      accountType: subject.account_type,
      accountNumber: check.numbers?.get(subject.transfer) ?? placeholderNumber(subject.account_number_tail),
      holderKana: subject.account_holder_kana,
      amount: subject.amount,
    })),
  }
}

export function checkPayout(check: PayoutCheck): PayoutProblemRow[] {
  const { originator } = check
  const people = checkPeople(check.subjects)
  if (!originator) return [originatorMissing, ...people]
  const banks = new Set(check.subjects.filter((subject) => subject.bank_kana !== null).map(bankKey))
  const branches = new Set(check.subjects.filter((subject) => subject.branch_kana !== null).map(branchKey))
  const ownBank = { bank_code: originator.bankCode, branch_code: originator.branchCode }
  if (originator.bankExists) banks.add(bankKey(ownBank))
  if (originator.branchExists) branches.add(branchKey(ownBank))
  const file = checkPayoutFile(formatOf(originator.fileFormat), payoutFileInput({ ...check, originator }), {
    bankExists: (bank_code) => banks.has(bank_code),
    branchExists: (bank_code, branch_code) => branches.has(branchKey({ bank_code, branch_code })),
    isBusinessDay,
    today: check.today,
  })
  const rows = file.map(({ line, transferId, byte, severity, code, field, message }) => ({
    line,
    transfer: transferId,
    byte,
    severity,
    code,
    field: field ?? '',
    message,
  }))
  return [...rows, ...people].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

const bankKey = ({ bank_code }: { bank_code: string }): string => bank_code
const branchKey = ({ bank_code, branch_code }: { bank_code: string; branch_code: string }): string =>
  `${bank_code}-${branch_code}`

const originatorMissing: PayoutProblemRow = {
  line: null,
  transfer: null,
  byte: null,
  severity: 'error',
  code: 'originator_setting',
  field: 'code',
  message: '振込元の設定がまだありません。銀行から通知された内容を登録してください。',
}

interface PersonProblem {
  code: string
  field: string
  /** Joins the sentence to the number of the transfer. */
  particle: 'の' | 'は'
  sentence: string
}

function problemsOfPerson(subject: PayoutSubject): PersonProblem[] {
  const problems: PersonProblem[] = []
  if (!holderIsVerified(subject.account_holder_kana, subject))
    problems.push({
      code: 'holder_name_differs',
      field: 'holderKana',
      particle: 'の',
      sentence: '口座名義が、本人確認したお名前と違います。お客さまにご確認ください。',
    })
  if (subject.is_unchecked)
    problems.push({
      code: 'special_unchecked',
      field: '',
      particle: 'は',
      sentence: '期限後のお支払いです。2人の確認が済むと振り込めます。',
    })
  if (subject.has_hold)
    problems.push({
      code: 'money_on_hold',
      field: '',
      particle: 'は',
      sentence: '保留中です。保留が解除されるまで振り込めません。',
    })
  return problems
}

const found = { byte: null, severity: 'error' } as const

/** What keeps a payment from its checks. It stands alone on a card, so it names neither line nor transfer. */
export const checkBeforeBatch = (subject: PayoutSubject): PayoutProblemRow[] =>
  problemsOfPerson(subject)
    .filter(({ code }) => code !== 'special_unchecked')
    .map(({ code, field, sentence }) => ({
      ...found,
      line: null,
      transfer: null,
      code,
      field,
      message: sentence,
    }))

/** Problems on the customer's side, which can also arise after the export. */
export const checkPeople = (subjects: readonly PayoutSubject[]): PayoutProblemRow[] =>
  subjects.flatMap((subject, index) =>
    problemsOfPerson(subject).map(({ code, field, particle, sentence }) => ({
      ...found,
      line: index + 1,
      transfer: subject.transfer,
      code,
      field,
      message: `${index + 1}件目(振込番号${subject.transfer})${particle}${sentence}`,
    })),
  )

export const hasErrors = (problems: readonly PayoutProblemRow[]): boolean =>
  problems.some(({ severity }) => severity === 'error')

export type LineReturn = CallBody<typeof transferCalls.recordReturns>['returns'][number]

export function judgeReturns(
  lines: readonly { id: number; result: string }[],
  returns: readonly LineReturn[],
): { fresh: LineReturn[]; unpaid: number[]; unknown: number[] } {
  const known = new Map(lines.map(({ id, result }) => [id, result]))
  const judged = { fresh: [] as LineReturn[], unpaid: [] as number[], unknown: [] as number[] }
  for (const one of returns) {
    const before = known.get(one.line)
    if (before === undefined) judged.unknown.push(one.line)
    else if (before === 'paid') {
      judged.fresh.push(one)
      known.set(one.line, 'returned')
    } else if (before !== 'returned') judged.unpaid.push(one.line)
  }
  return judged
}

export interface LineResult {
  line: number
  result: 'paid' | 'bounced'
  reason: string
}

export function judgeResults(
  lines: readonly { id: number; result: string }[],
  results: readonly LineResult[],
): { fresh: LineResult[]; contradicting: number[]; unknown: number[] } {
  const known = new Map(lines.map(({ id, result }) => [id, result]))
  const judged = { fresh: [] as LineResult[], contradicting: [] as number[], unknown: [] as number[] }
  for (const result of results) {
    const before = known.get(result.line)
    if (before === undefined) judged.unknown.push(result.line)
    else if (before === 'pending') {
      judged.fresh.push(result)
      known.set(result.line, result.result)
    } else if (before !== result.result) judged.contradicting.push(result.line)
  }
  return judged
}
