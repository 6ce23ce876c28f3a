import { sameBankName } from '#contract/bank-kana'
import { addDays } from '#contract/day'
import type { ErrorCode } from '#contract/error'

export const autoTransferDays = 7
export const expiryDays = 180
export const reminderDays = 30

export interface VerifiedNames {
  names_in_force: readonly string[]
  /** From cleared identifications. */
  names_before: readonly string[]
}

export interface TransferFacts extends VerifiedNames {
  auto_transfer: boolean
  account_holder_kana: string | null
  can_account_receive: boolean
  has_transfer_under_way: boolean
  has_hold: boolean
  /** Money sent to the account as it is now came back. */
  is_account_bounced: boolean
}

/** Names of cleared identifications count while none is in force: clearing withholds nothing that is owed. */
export function holderIsVerified(holder: string, { names_in_force, names_before }: VerifiedNames): boolean {
  const names = names_in_force.length > 0 ? names_in_force : names_before
  return names.some((name) => sameBankName(holder, name))
}

/** Why a transfer of this amount (null: everything) is refused now; null if it is not. */
export function transferRefusal(
  facts: TransferFacts,
  balance: number,
  amount: number | null,
): ErrorCode | null {
  if (facts.has_transfer_under_way) return 'transfer_in_progress'
  if (balance <= 0) return 'balance_empty'
  if (amount !== null && amount > balance) return 'amount_exceeds_balance'
  if (facts.account_holder_kana === null) return 'bank_account_missing'
  if (!facts.can_account_receive) return 'bank_account_unusable'
  if (!holderIsVerified(facts.account_holder_kana, facts)) return 'holder_name_differs'
  return facts.has_hold ? 'money_on_hold' : null
}

export function hasUsableAccount(facts: TransferFacts): boolean {
  const holder = facts.account_holder_kana
  if (holder === null || !facts.can_account_receive || facts.is_account_bounced) return false
  return holderIsVerified(holder, facts)
}

export function autoTransferDate(
  facts: TransferFacts,
  balance: number,
  newestCreditOn: string | null,
  today: string,
): string | null {
  const stays =
    !facts.auto_transfer || newestCreditOn === null || transferRefusal(facts, balance, null) !== null
  if (stays || !hasUsableAccount(facts)) return null
  const due = addDays(newestCreditOn, autoTransferDays)
  return due < today ? today : due
}

/** After 180 days without movement or a usable account, then monthly. Balances never expire. */
export function isReminderDue(
  facts: TransferFacts,
  balance: number,
  newestOn: string | null,
  remindedOn: string | null,
  today: string,
): boolean {
  if (facts.has_transfer_under_way || balance <= 0 || newestOn === null || hasUsableAccount(facts))
    return false
  if (addDays(newestOn, expiryDays) > today) return false
  return remindedOn === null || addDays(remindedOn, reminderDays) <= today
}
