import { useId } from 'react'
import { setupCalls } from '#contract/setup'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { useBound, useCallForm } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import type { Company } from './company.rules.ts'
import { roleChoices } from './user-fields.tsx'

type Person = AskResult<typeof setupCalls.inviteUser>
type Values = AskInput<typeof setupCalls.inviteUser>['body']

const labels = { name: 'お名前', email: 'メールアドレス', role: '役割' }

type Props = {
  company: Company
  isFirst: boolean
  onInvited: (person: Person) => void
  onClose: () => void
}

export function InviteDialog({ company, isFirst, onInvited, onClose }: Props) {
  const formId = useId()
  const draft = useDraft<Values>(`invite-${company.id}`, {
    name: '',
    email: '',
    role: isFirst ? 'admin' : 'staff',
  })
  const invite = useMutationOf(setupCalls.inviteUser)
  const { confirmed, dialog } = useReauthenticate()
  const form = useCallForm<Values>({
    call: setupCalls.inviteUser,
    labels,
    draft,
    words: { email: '届くメールアドレスを入力してください。' },
  })
  const role = useBound(form, 'role')

  const save = async (values: Values) => {
    const body = { ...values, email: values.email.trim() }
    const person = await forForm(() =>
      confirmed(() => invite.mutateAsync({ params: { companyPk: company.id }, body })),
    )
    draft.clear()
    onInvited(person)
  }
  return (
    <>
      <ActDialog
        title={`${company.name}に招待する`}
        onClose={onClose}
        confirm={company.isOperator ? '招待して、確認を依頼する' : '招待のメールを送る'}
        form={formId}
        pending={form.formState.isSubmitting}
      >
        <p style={{ marginBottom: 16 }}>
          {company.isOperator
            ? '運営に加わる人は、別の管理者の確認が必要です。確認されると、パスワードを設定するリンクをメールで送ります。すべての管理者にお知らせします。'
            : 'パスワードを設定するリンクをメールで送ります。リンクは3日間、1回だけ使えます。会社の管理者にもお知らせします。'}
        </p>
        <Form id={formId} form={form} failedTitle="招待できませんでした" onValid={save}>
          <TextField required autoComplete="off" maxLength={80} {...form.field('name')} />
          <TextField
            required
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            help="ログインに使います。担当者ごとに別のアドレスにしてください。"
            {...form.field('email')}
          />
          <ChoiceField required choices={roleChoices} {...role} />
        </Form>
      </ActDialog>
      {dialog}
    </>
  )
}
