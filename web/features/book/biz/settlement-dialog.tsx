import { useId, useState } from 'react'
import { bookCalls } from '#contract/book'
import { onOwnSide } from '#contract/book-side'
import { companyCalls } from '#contract/company'
import { formatYen } from '#contract/text'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { NextButton } from '#web/ui/button.tsx'
import { useBound, useCallForm } from '#web/ui/call-form.ts'
import { Inset } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'

type Values = { company: string; amount: number | null; note: string }

const labels = { company: '会社', amount: '受け取った金額', note: 'メモ' }

export function SettlementDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const confirm = useConfirm()
  const draft = useDraft<Values>('settlement', { company: '', amount: null, note: '' })
  const form = useCallForm<Values>({
    call: bookCalls.settle,
    labels,
    draft,
    bodyOf: ({ company, ...rest }) => ({ ...rest, company: Number(company) }),
    words: {
      company: '会社を選んでください',
      amount: '受け取った金額を1円以上で入力してください',
      note: 'あとから分かるように、メモを入力してください',
    },
  })
  const amount = useBound(form, 'amount')
  const dealers = useCall(companyCalls.dealers)
  const accounts = useCall(bookCalls.trialBalance, { query: { kind: 'company', size: 200 } })
  const settle = useMutationOf(bookCalls.settle)
  const [recorded, setRecorded] = useState<{ name: string; amount: number }>()
  const company = dealers.data?.find(({ id }) => String(id) === form.watch('company'))
  const account = accounts.data?.results.find(({ owner }) => owner === company?.name)
  const owed = company && accounts.data ? Math.max(0, onOwnSide('company', account?.balance ?? 0)) : undefined

  const save = async ({ amount, note }: Values) => {
    if (!company || amount === null) return
    const sure = await confirm({
      title: '精算を記録します',
      body: `${company.name}から${formatYen(amount)}を受け取ったことを帳簿に記録します。記録は消せません。`,
      confirm: '記録する',
    })
    if (!sure) return
    await forForm(() => settle.mutateAsync({ body: { company: company.id, amount, note: note.trim() } }))
    draft.clear()
    setRecorded({ name: company.name, amount })
  }
  if (recorded)
    return (
      <Dialog
        open
        title="精算を記録しました"
        onClose={onClose}
        actions={<NextButton onClick={onClose}>閉じる</NextButton>}
      >
        <p>
          {recorded.name}から{formatYen(recorded.amount)}を受け取りました。仕訳の一覧で確認できます。
        </p>
      </Dialog>
    )
  return (
    <ActDialog
      title="会社からの精算を記録"
      onClose={onClose}
      confirm="内容を確認する"
      form={formId}
      pending={settle.isPending}
    >
      <Form id={formId} form={form} onValid={save}>
        <Stack gap={12}>
          <SelectField
            required
            emptyLabel="選んでください"
            options={(dealers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.field('company')}
          />
          {owed !== undefined && (
            <Inset>
              まだ精算されていない金額 <Yen amount={owed} size={18} />
            </Inset>
          )}
          <YenField required {...amount} />
          <TextField required help="例 11月分、入金日 11月20日" maxLength={200} {...form.field('note')} />
        </Stack>
      </Form>
    </ActDialog>
  )
}
