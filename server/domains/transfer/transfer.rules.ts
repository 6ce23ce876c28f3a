import { sameBankName } from '#contract/bank-kana'
import { addDays, TOKYO_OFFSET_MS, tokyoDate } from '#contract/day'
import { bankCutOffHour, type transferKinds, type transferObstacles } from '#contract/transfer'
import { isBusinessDay, nextBusinessDay } from '#server/platform/calendar'

export const autoTransferDays = 7
export const expiryDays = 180
export const reminderDays = 30

export interface VerifiedNames {
  names_in_force: readonly string[]
  /** From cleared identifications. */
  names_before: readonly string[]
}

export type TransferKind = (typeof transferKinds)[number]
export type TransferObstacle = (typeof transferObstacles)[number]

export interface TransferFacts extends VerifiedNames {
  auto_transfer: boolean
  is_transfer_expired: boolean
  account_holder_kana: string | null
  can_account_receive: boolean
  has_transfer_under_way: boolean
  has_hold: boolean
  /** Money sent to the account as it is now came back. */
  is_account_bounced: boolean
}

/** Names of cleared identifications count while none is in force: clearing withholds nothing that is owed. */
export const verifiedNamesOf = ({ names_in_force, names_before }: VerifiedNames): readonly string[] =>
  names_in_force.length > 0 ? names_in_force : names_before

export const holderIsVerified = (holder: string, names: VerifiedNames): boolean =>
  verifiedNamesOf(names).some((name) => sameBankName(holder, name))

/** Why no transfer is possible now, by either route; null if one is. */
export function transferObstacle(facts: TransferFacts, balance: number): TransferObstacle | null {
  if (facts.has_transfer_under_way) return 'transfer_in_progress'
  if (balance <= 0) return 'balance_empty'
  if (facts.account_holder_kana === null) return 'bank_account_missing'
  if (!facts.can_account_receive) return 'bank_account_unusable'
  if (!holderIsVerified(facts.account_holder_kana, facts)) return 'holder_name_differs'
  return facts.has_hold ? 'money_on_hold' : null
}

/** An expired balance goes only by the special route, any other only by the ordinary one. */
function routeRefusal(kind: TransferKind, isExpired: boolean) {
  if (kind === 'special') return isExpired ? null : 'transfer_not_expired'
  return isExpired ? 'transfer_expired' : null
}

/** Why a transfer of this amount (null: everything) is refused now; null if it is not. */
export function transferRefusal(
  facts: TransferFacts,
  balance: number,
  { kind, amount }: { kind: TransferKind; amount: number | null },
) {
  const obstacle = transferObstacle(facts, balance)
  if (obstacle === 'transfer_in_progress' || obstacle === 'balance_empty') return obstacle
  if (amount !== null && amount > balance) return 'amount_exceeds_balance'
  return routeRefusal(kind, facts.is_transfer_expired) ?? obstacle
}

/** The bank takes files until the cut-off of a business day and pays on the next one. */
export function arrivalDate(requestedAt: Date): string {
  const today = tokyoDate(requestedAt)
  const hour = new Date(requestedAt.getTime() + TOKYO_OFFSET_MS).getUTCHours()
  const takenOn = isBusinessDay(today) && hour < bankCutOffHour ? today : nextBusinessDay(today)
  return nextBusinessDay(takenOn)
}

export function hasUsableAccount(facts: TransferFacts): boolean {
  const holder = facts.account_holder_kana
  if (holder === null || !facts.can_account_receive || facts.is_account_bounced) return false
  return holderIsVerified(holder, facts)
}

/** Whether the customer is told that the money came back: until the account is changed, or it is on its way again. */
export const asksForMending = (
  facts: Pick<TransferFacts, 'is_account_bounced' | 'has_transfer_under_way'>,
  balance: number,
): boolean => facts.is_account_bounced && !facts.has_transfer_under_way && balance > 0

export function autoTransferDate(
  facts: TransferFacts,
  balance: number,
  newestCreditOn: string | null,
  today: string,
): string | null {
  if (!facts.auto_transfer || newestCreditOn === null || !hasUsableAccount(facts)) return null
  if (transferRefusal(facts, balance, { kind: 'automatic', amount: null }) !== null) return null
  const due = addDays(newestCreditOn, autoTransferDays)
  return due < today ? today : due
}

/** Whether the money has lain for 180 days with no account that it could go to. It stays owed in full. */
export function hasJustExpired(
  facts: TransferFacts,
  balance: number,
  newestOn: string | null,
  today: string,
): boolean {
  if (facts.is_transfer_expired || facts.has_transfer_under_way || balance <= 0 || newestOn === null)
    return false
  return !hasUsableAccount(facts) && addDays(newestOn, expiryDays) <= today
}

/** Monthly, until the money is on its way: a usable account alone does not move an expired balance. */
export function isReminderDue(
  facts: TransferFacts,
  balance: number,
  remindedOn: string | null,
  today: string,
): boolean {
  if (!facts.is_transfer_expired || facts.has_transfer_under_way || balance <= 0) return false
  return remindedOn === null || addDays(remindedOn, reminderDays) <= today
}

/** A new deal restarts the deadline; otherwise the mark goes once nothing is left that it stands for. */
export const isExpiryOver = (facts: TransferFacts, balance: number): boolean =>
  facts.is_transfer_expired && balance <= 0 && !facts.has_transfer_under_way
