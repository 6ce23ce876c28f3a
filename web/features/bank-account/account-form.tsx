import { useRef } from 'react'
import { bankAccountCalls } from '#contract/bank-account'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { fromBankAccount } from '#web/lib/entities.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { type CallForm, useCallForm } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import {
  type AccountValues,
  accountBody,
  accountRules,
  type BankAccount,
  emptyAccount,
  holderDiffers,
  holderPreview,
  valuesOf,
} from './account.rules.ts'
import { BankFields, YuchoFields } from './bank-fields.tsx'

type Props = {
  customer: { id: number; nameKana: string; isCorporate: boolean }
  account: BankAccount | null
  onSaved: (account: BankAccount) => void
  onCancel?: () => void
}

function useSaving({ customer, account, onSaved }: Props) {
  const create = useMutationOf(bankAccountCalls.create)
  const replace = useMutationOf(bankAccountCalls.replace)
  const { confirmed, dialog } = useReauthenticate()
  const version = useRef(account?.version)
  const write = (values: AccountValues) => {
    const params = { customerPk: customer.id }
    const body = fromBankAccount({ customerId: customer.id, ...accountBody(values) })
    if (!account) return create.mutateAsync({ params, body })
    return replace.mutateAsync({
      params: { ...params, id: account.id },
      body: { ...body, version: version.current },
    })
  }
  const save = async (values: AccountValues) => {
    try {
      const stored = await confirmed(() => write(values))
      onSaved(stored)
    } catch (error) {
      // The customer has seen the message; saving again overwrites.
      version.current = currentOf<BankAccount>(error)?.version ?? version.current
      throw error
    }
  }
  return { save, dialog }
}

/** No draft: bank details must not stay in a shared browser. */
export function AccountForm(props: Props) {
  const { customer, account, onCancel } = props
  const { save, dialog } = useSaving(props)
  const form = useCallForm<AccountValues>({
    ...accountRules,
    defaultValues: account ? valuesOf(account) : emptyAccount(customer.nameKana),
  })
  const way = form.watch('way')
  const changeWay = (next: AccountValues['way']) => {
    form.setValue('way', next)
    form.clearErrors()
  }
  return (
    <>
      <Form form={form} onValid={(values) => forForm(() => save(values))}>
        <Segmented
          legend="登録のしかた"
          segments={[
            { value: 'bank', label: '銀行・信用金庫など' },
            { value: 'yucho', label: 'ゆうちょの通帳' },
          ]}
          value={way}
          onChange={changeWay}
        />
        {way === 'bank' ? <BankFields form={form} /> : <YuchoFields form={form} />}
        <HolderField form={form} customer={customer} />
        <Stack gap={8}>
          <NextButton type="submit" pending={form.formState.isSubmitting}>
            {account ? 'この口座に変える' : 'この口座を登録する'}
          </NextButton>
          {onCancel && <QuietButton onClick={onCancel}>変えずに戻る</QuietButton>}
        </Stack>
      </Form>
      {dialog}
    </>
  )
}

type HolderProps = Pick<Props, 'customer'> & { form: CallForm<AccountValues> }

function HolderField({ form, customer }: HolderProps) {
  const { nameKana, isCorporate } = customer
  const holder = form.watch('accountHolderKana')
  const preview = holderPreview(holder)
  return (
    <Stack gap={8}>
      <TextField
        {...form.field('accountHolderKana')}
        label="口座名義(カナ)"
        required
        help={`${isCorporate ? '法人' : 'ご本人'}名義の口座に限ります。通帳のカナのとおりに入力してください。`}
        autoComplete="off"
      />
      <p aria-live="polite" style={{ minHeight: 21, fontSize: 13 }}>
        {preview?.ok && (
          <>
            銀行へは <b>{preview.bank}</b> と伝えます。
          </>
        )}
      </p>
      {holderDiffers(holder, nameKana) && (
        <Notice tone="wait" title="ご登録のお名前と違うようです">
          お客さま情報のフリガナは「{nameKana}」です。名義が違う口座へは、お振込みできません。
        </Notice>
      )}
    </Stack>
  )
}
