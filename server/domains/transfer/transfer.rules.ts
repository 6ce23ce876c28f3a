// Whether money that is owed may be sent now, and when it goes by itself. Given facts and a date; no clock here.

import { sameBankName } from '#contract/bank-kana'
import { addDays } from '#contract/day'
import type { ErrorCode } from '#contract/error'

export const autoTransferDays = 7
export const expiryDays = 180
export const reminderDays = 30

export interface VerifiedNames {
  /** Names some dealer verified, from identifications in force. */
  names_in_force: readonly string[]
  /** The same from identifications that were cleared since. */
  names_before: readonly string[]
}

export interface TransferFacts extends VerifiedNames {
  auto_transfer: boolean
  account_holder_kana: string | null
  /** A bank's file could carry money to the account: `canReceive`. */
  can_account_receive: boolean
  has_transfer_under_way: boolean
  has_hold: boolean
  /** The account's newest state has been tried and the money came back. */
  is_account_bounced: boolean
}

/** A cleared identification withholds nothing that is owed: without one in force, the names verified before count. */
export function holderIsVerified(holder: string, { names_in_force, names_before }: VerifiedNames): boolean {
  const names = names_in_force.length > 0 ? names_in_force : names_before
  return names.some((name) => sameBankName(holder, name))
}

/** Why a transfer of this amount (null: everything) cannot be asked for now; null when it can. */
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

/** Whether money could be sent to the account without asking the customer again. */
export function hasUsableAccount(facts: TransferFacts): boolean {
  const holder = facts.account_holder_kana
  if (holder === null || !facts.can_account_receive || facts.is_account_bounced) return false
  return holderIsVerified(holder, facts)
}

/** The day on which the whole balance goes by itself, or null when it does not. */
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

/**
 * Whether the owner is reminded today: nothing new for 180 days and nowhere to send the money, then a month apart for
 * as long as that is so. A reminder is all that happens: there is no other way out of a balance, so none is closed.
 */
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
