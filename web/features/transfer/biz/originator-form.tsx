import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bankAccountCalls } from '#contract/bank-account'
import { parseAccountNumber } from '#contract/bank-kana'
import { withoutSeparators } from '#contract/text'
import {
  hasOriginatorCode,
  originatorBankAccountTypes,
  payoutFormatLabel,
  transferCalls,
} from '#contract/transfer'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import {
  AccountTypeField,
  accountNumberHelp,
  DigitsField,
} from '#web/features/bank-account/shared/account-fields.tsx'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { type CallForm, useBound, useCallForm } from '#web/ui/call-form.ts'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Row } from '#web/ui/page.tsx'
import {
  nameInFile,
  type Originator,
  type OriginatorValues,
  originatorBody,
  originatorRules,
  valuesOf,
} from './originator.rules.ts'
import { definitionsOf } from './originator-facts.tsx'
import { Notice } from './payout-parts.tsx'

const formats = Object.entries(payoutFormatLabel).map(([value, label]) => ({ value, label }))

const tooLate =
  'ほかの担当者が先に変更しました。下の内容と比べて、よければもう一度保存してください。入力はそのまま残っています。'

type Props = { stored: Originator | null; onSaved: (stored: Originator) => void; onCancel: () => void }

export function OriginatorForm({ stored, onSaved, onCancel }: Props) {
  const [theirs, setTheirs] = useState<Originator>()
  const change = useMutationOf(transferCalls.changeOriginator)
  const { confirmed, dialog } = useReauthenticate()
  const draft = useDraft('originator', valuesOf(stored), { version: (stored?.version ?? 0) + 1 })
  const form = useCallForm<OriginatorValues>({ ...originatorRules, draft })
  const save = async (values: OriginatorValues) => {
    const version = (theirs ?? stored)?.version ?? 0
    const body = { ...originatorBody(values), version }
    try {
      const saved = await forForm(() => confirmed(() => change.mutateAsync({ body })))
      draft.clear()
      onSaved(saved)
    } catch (refusal) {
      const current = currentOf<Originator>((refusal as { cause: unknown }).cause)
      if (!current) throw refusal
      // The stored version is shown below; saving again overwrites it.
      setTheirs(current)
      throw { body: { nonFieldErrors: [tooLate] } }
    }
  }
  return (
    <>
      <Form form={form} onValid={save}>
        {theirs && (
          <Notice tone="wait">
            <b>いま保存されている内容({theirs.updatedBy}さんの変更)</b>
            <DefinitionList items={definitionsOf(theirs)} />
          </Notice>
        )}
        <Fields form={form} />
        <Row>
          <NextButton type="submit" pending={form.formState.isSubmitting}>
            この内容で保存する
          </NextButton>
          <QuietButton
            onClick={() => {
              draft.clear()
              onCancel()
            }}
          >
            変えずに戻る
          </QuietButton>
        </Row>
      </Form>
      {dialog}
    </>
  )
}

function Fields({ form }: { form: CallForm<OriginatorValues> }) {
  const values = form.watch()
  const type = useBound(form, 'accountType')
  const format = useBound(form, 'fileFormat')
  const name = nameInFile(values.nameKana)
  const place = usePlace(values)
  const hasCode = hasOriginatorCode(values.fileFormat)
  return (
    <>
      <DigitsField
        required={hasCode}
        help={
          hasCode
            ? '銀行から通知された10桁の数字です。'
            : 'この形式のファイルには入りません。空のままで保存できます。'
        }
        {...form.tidied('originatorCode', withoutSeparators)}
        style={{ maxWidth: 220 }}
      />
      <TextField
        required
        help={name.ok ? `ファイルでは ${name.kana} になります。` : '銀行に届けた名前のとおりに。例 カ)オクル'}
        autoComplete="off"
        {...form.field('nameKana')}
      />
      <DigitsField
        help={place.bank ? `${place.bank}の番号です。` : '4桁の数字です。'}
        {...form.tidied('bankCode', withoutSeparators)}
        style={{ maxWidth: 140 }}
      />
      <DigitsField
        help={place.branch ? `${place.branch}の番号です。` : '3桁の数字です。'}
        {...form.tidied('branchCode', withoutSeparators)}
        style={{ maxWidth: 140 }}
      />
      <AccountTypeField types={originatorBankAccountTypes} columns={3} {...type} />
      <DigitsField
        help={accountNumberHelp}
        {...form.tidied('accountNumber', parseAccountNumber)}
        style={{ maxWidth: 180 }}
      />
      <SelectField
        options={formats}
        help="銀行の画面から読み込むファイルの形です。ふつうは全銀形式のままにします。"
        {...format}
      />
    </>
  )
}

function usePlace(values: OriginatorValues): { bank?: string; branch?: string } {
  const bankCode = withoutSeparators(values.bankCode)
  const branchCode = withoutSeparators(values.branchCode)
  const hasBank = /^\d{4}$/.test(bankCode)
  const banks = useQuery({
    ...queryOf(bankAccountCalls.banks, { query: { searchText: bankCode } }),
    enabled: hasBank,
  })
  const branches = useQuery({
    ...queryOf(bankAccountCalls.branches, { params: { bankCode }, query: { searchText: branchCode } }),
    enabled: hasBank && /^\d{3}$/.test(branchCode),
    retry: false,
  })
  const bank = hasBank ? banks.data?.find((row) => row.bankCode === bankCode)?.name : undefined
  const branch = hasBank ? branches.data?.find((row) => row.branchCode === branchCode)?.name : undefined
  return { ...(bank && { bank }), ...(branch && { branch }) }
}
