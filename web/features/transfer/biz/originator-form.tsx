import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldErrors, type Resolver, set, useController, useForm } from 'react-hook-form'
import { bankAccountCalls } from '#contract/bank-account'
import { parseAccountNumber } from '#contract/bank-kana'
import { accountType, labelOf } from '#contract/codes'
import { withoutSeparators } from '#contract/text'
import { originatorAccountTypes, transferCalls } from '#contract/transfer'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { BLUR_PATIENCE_MS } from '#web/lib/blur-patience.ts'
import { currentOf } from '#web/lib/currents.ts'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form, useNormalizeOnBlur } from '#web/ui/form.tsx'
import { useFormDraft } from '#web/ui/form-draft.ts'
import { Row } from '#web/ui/page.tsx'
import {
  nameInFile,
  type Originator,
  type OriginatorValues,
  originatorLabels,
  originatorProblems,
  valuesOf,
} from './originator.rules.ts'
import { definitionsOf } from './originator-facts.tsx'
import { Notice } from './payout-parts.tsx'

const resolver: Resolver<OriginatorValues> = (values) => {
  const problems = Object.entries(originatorProblems(values))
  if (problems.length === 0) return { values, errors: {} }
  const errors: FieldErrors<OriginatorValues> = {}
  for (const [name, message] of problems) set(errors, name, { type: 'validate', message })
  return { values: {}, errors }
}

const tooLate =
  'ほかの担当者が先に変更しました。下の内容と比べて、よければもう一度保存してください。入力はそのまま残っています。'

type Props = { stored: Originator | null; onSaved: (stored: Originator) => void; onCancel: () => void }

export function OriginatorForm({ stored, onSaved, onCancel }: Props) {
  const [theirs, setTheirs] = useState<Originator>()
  const change = useMutationOf(transferCalls.changeOriginator)
  const { confirmed, dialog } = useReauthenticate()
  const draft = useDraft('originator', valuesOf(stored), { version: (stored?.version ?? 0) + 1 })
  const form = useForm<OriginatorValues>({
    defaultValues: draft.value,
    resolver,
    mode: 'onTouched',
    delayError: BLUR_PATIENCE_MS,
    shouldFocusError: false,
  })
  useFormDraft(form, draft)
  const save = async (values: OriginatorValues) => {
    const version = (theirs ?? stored)?.version ?? 0
    const body = { ...values, accountType: Number(values.accountType) as 1 | 2 | 9, version }
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
      <Form form={form} labels={originatorLabels} onValid={save}>
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

function Fields({ form }: { form: ReturnType<typeof useForm<OriginatorValues>> }) {
  const { errors } = form.formState
  const values = form.watch()
  const tidied = useNormalizeOnBlur(form)
  const type = useController({ control: form.control, name: 'accountType' }).field
  const name = nameInFile(values.nameKana)
  const place = usePlace(values)
  return (
    <>
      <TextField
        label={originatorLabels.originatorCode}
        required
        help="銀行から通知された10桁の数字です。"
        inputMode="numeric"
        autoComplete="off"
        error={errors.originatorCode?.message}
        {...tidied('originatorCode', withoutSeparators)}
        style={{ maxWidth: 220 }}
      />
      <TextField
        label={originatorLabels.nameKana}
        required
        help={name.ok ? `ファイルでは ${name.kana} になります。` : '銀行に届けた名前のとおりに。例 カ)オクル'}
        autoComplete="off"
        error={errors.nameKana?.message}
        {...form.register('nameKana')}
      />
      <TextField
        label={originatorLabels.bankCode}
        required
        help={place.bank ? `${place.bank}の番号です。` : '4桁の数字です。'}
        inputMode="numeric"
        autoComplete="off"
        error={errors.bankCode?.message}
        {...tidied('bankCode', withoutSeparators)}
        style={{ maxWidth: 140 }}
      />
      <TextField
        label={originatorLabels.branchCode}
        required
        help={place.branch ? `${place.branch}の番号です。` : '3桁の数字です。'}
        inputMode="numeric"
        autoComplete="off"
        error={errors.branchCode?.message}
        {...tidied('branchCode', withoutSeparators)}
        style={{ maxWidth: 140 }}
      />
      <ChoiceField
        label={originatorLabels.accountType}
        required
        name="accountType"
        columns={3}
        choices={originatorAccountTypes.map((value) => ({
          value: String(value),
          label: labelOf(accountType, value),
        }))}
        value={type.value}
        onChange={type.onChange}
        onBlur={type.onBlur}
        ref={type.ref}
        error={errors.accountType?.message}
      />
      <TextField
        label={originatorLabels.accountNumber}
        required
        help="7桁。足りないときは、先頭に0を補います。"
        inputMode="numeric"
        autoComplete="off"
        error={errors.accountNumber?.message}
        {...tidied('accountNumber', parseAccountNumber)}
        style={{ maxWidth: 180 }}
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
