import { abbreviateCorporate, parseAccountNumber, toBankKana } from '#contract/bank-kana'
import type { CallBody } from '#contract/call'
import { toFullKatakana, withoutSeparators } from '#contract/text'
import type { transferCalls } from '#contract/transfer'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { type FieldErrors, invalid, invalidField, refuse, staleVersion } from '#server/platform/refusal'
import { recordActivity } from '../activity/activity.service.ts'
import {
  lockOriginator,
  type OriginatorRow,
  originatorRow,
  placeOf,
  writeOriginator,
} from './originator.queries.ts'
import { originatorFaults } from './payout-file.rules.ts'
import { formatOf } from './payout-format-list.rules.ts'

type Body = CallBody<typeof transferCalls.changeOriginator>
type Input = Omit<Body, 'version' | 'account_type' | 'file_format'> & {
  account_type: number
  file_format: string
}

const fieldNames: Readonly<Record<string, keyof Input>> = {
  code: 'originator_code',
  name: 'name_kana',
  bankCode: 'bank_code',
  branchCode: 'branch_code',
  accountType: 'account_type',
  accountNumber: 'account_number',
}

export async function payoutOriginator(db: Db, actor: BusinessActor) {
  const row = await originatorRow(db)
  return { originator: row ? presented(row) : null, may_edit: actor.is_admin }
}

/** The fields that differ, as they were and as they are; of an account number only its end. */
function changedFields(before: Partial<Input> | undefined, next: Input) {
  const changed = (Object.keys(next) as (keyof Input)[]).filter((field) => next[field] !== before?.[field])
  const of = (all: Partial<Input> | undefined) =>
    Object.fromEntries(
      changed.map((field) =>
        field === 'account_number'
          ? ['account_number_tail', all?.account_number?.slice(-3) ?? null]
          : [field, all?.[field] ?? null],
      ),
    )
  return { before: of(before), after: of(next) }
}

function presented(row: OriginatorRow) {
  const name = toBankKana(row.name_kana)
  return { ...row, name_in_file: name.ok ? name.kana : '' }
}

/** Normalizes full-width digits, hyphens and legal forms to the bank's record format. */
function tidied(input: Input): Input {
  const short = abbreviateCorporate(input.name_kana)
  const name = toBankKana(short)
  return {
    originator_code: withoutSeparators(input.originator_code),
    name_kana: name.ok ? toFullKatakana(name.kana) : short,
    bank_code: withoutSeparators(input.bank_code),
    branch_code: withoutSeparators(input.branch_code),
    account_type: input.account_type,
    file_format: input.file_format,
    account_number: parseAccountNumber(input.account_number) ?? input.account_number,
  }
}

export async function changePayoutOriginator(db: Db, actor: BusinessActor, { version, ...input }: Body) {
  if (!actor.is_admin) throw refuse('permission_denied')
  const next = tidied(input)
  if (!formatOf(next.file_format).isTakenBy(next.bank_code))
    throw invalidField(
      'file_format',
      'この銀行では使えない形式です。銀行番号を確かめるか、全銀形式を選んでください。',
    )
  refuseFaults(next)
  return inTransaction(db, async (tx) => {
    await lockOriginator(tx)
    const before = await originatorRow(tx)
    if ((before?.version ?? 0) !== version) throw staleVersion(before ? presented(before) : null)
    const place = await placeOf(tx, next.bank_code, next.branch_code)
    if (place.bank_kana === null) throw refuse('unknown_bank')
    if (place.branch_kana === null) throw refuse('unknown_branch')
    const { originator_code: code, ...account } = next
    await writeOriginator(tx, {
      ...account,
      code,
      bank_name_kana: place.bank_kana,
      branch_name_kana: place.branch_kana,
      updated_at: actor.at.toISOString(),
      updated_by: actor.business_user_id,
    })
    await recordActivity(tx, actor, {
      action: 'payout.change_originator',
      object_type: 'payout_originator',
      object_id: 1,
      detail: changedFields(before, next),
    })
    const written = await originatorRow(tx)
    if (!written) throw new Error('the originator just written is missing')
    return presented(written)
  })
}

function refuseFaults(next: Input): void {
  const faults = originatorFaults(formatOf(next.file_format), {
    code: next.originator_code,
    name: next.name_kana,
    bankCode: next.bank_code,
    bankName: '',
    branchCode: next.branch_code,
    branchName: '',
    accountType: next.account_type,
    accountNumber: next.account_number,
  })
  if (faults.length === 0) return
  const fields: Record<string, string[]> = {}
  for (const { field, sentence } of faults) {
    const name = fieldNames[field] ?? field
    fields[name] = [...(fields[name] ?? []), sentence]
  }
  throw invalid(fields satisfies FieldErrors)
}
