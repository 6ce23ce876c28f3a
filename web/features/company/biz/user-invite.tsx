import { useId } from 'react'
import { businessUserCalls } from '#contract/business-user'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { type Colleague, rightsOf, shopsMissing, type UserValues, userLabels } from './user.rules.ts'
import { RightsFields } from './user-fields.tsx'

type Props = {
  self: Colleague
  isHouse: boolean
  onInvited: (person: Colleague) => void
  onClose: () => void
}

export function UserInvite({ self, isHouse, onInvited, onClose }: Props) {
  const formId = useId()
  const mayGiveAll = self.shops.length === 0
  const draft = useDraft<UserValues>('invite-colleague', {
    name: '',
    email: '',
    role: 'staff',
    reach: mayGiveAll ? 'all' : 'some',
    shops: [],
  })
  const invite = useMutationOf(businessUserCalls.invite)
  const { confirmed, dialog } = useReauthenticate()
  const bodyOf = (values: UserValues) => ({
    name: values.name,
    email: values.email.trim(),
    ...rightsOf(values),
  })
  const form = useCallForm<UserValues>({
    call: businessUserCalls.invite,
    labels: userLabels,
    draft,
    bodyOf,
    words: { email: '届くメールアドレスを入力してください。' },
    also: shopsMissing,
  })
  const save = async (values: UserValues) => {
    const person = await forForm(() => confirmed(() => invite.mutateAsync({ body: bodyOf(values) })))
    draft.clear()
    onInvited(person)
  }
  return (
    <>
      <ActDialog
        title="担当者を招待する"
        onClose={onClose}
        confirm={isHouse ? '招待して、確認を依頼する' : '招待のメールを送る'}
        form={formId}
        pending={form.formState.isSubmitting}
      >
        <p style={{ marginBottom: 16 }}>
          {isHouse
            ? '運営に加わる人は、別の管理者の確認が必要です。確認されると、パスワードを設定するリンクをメールで送ります。すべての管理者にお知らせします。'
            : 'パスワードを設定するリンクをメールで送ります。リンクは3日間、1回だけ使えます。すべての管理者にお知らせします。'}
        </p>
        <Form id={formId} form={form} failedTitle="招待できませんでした" onValid={save}>
          <TextField required autoFocus autoComplete="off" maxLength={80} {...form.field('name')} />
          <TextField
            required
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            help="ログインに使います。担当者ごとに別のアドレスにしてください。"
            {...form.field('email')}
          />
          <RightsFields
            form={form}
            shops={self.company.shops.filter(({ id }) => mayGiveAll || self.shops.includes(id))}
            mayGiveAll={mayGiveAll}
          />
        </Form>
      </ActDialog>
      {dialog}
    </>
  )
}
