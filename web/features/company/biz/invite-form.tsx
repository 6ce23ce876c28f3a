import { type ReactNode, useId } from 'react'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import type { CallForm } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

type Invited = { name: string; email: string }

export const inviteWords = { email: '届くメールアドレスを入力してください。' }

type Props<Values extends Invited> = {
  title: string
  /** Into the operator, where a second administrator confirms everybody. */
  isHouse: boolean
  form: CallForm<Values>
  onValid: (values: Values) => Promise<unknown>
  onClose: () => void
  /** What the new colleague may do. */
  children: ReactNode
}

/** Inviting a colleague, from the company itself or from the operator's page about it. */
export function InviteForm<Values extends Invited>(props: Props<Values>) {
  const { title, isHouse, onValid, onClose, children } = props
  const form = props.form as unknown as CallForm<Invited>
  const formId = useId()
  return (
    <ActDialog
      title={title}
      onClose={onClose}
      confirm={isHouse ? '招待して、確認を依頼する' : '招待のメールを送る'}
      form={formId}
      pending={form.formState.isSubmitting}
    >
      <p style={{ marginBottom: 16 }}>
        {isHouse
          ? '運営に加わる人は、別の管理者の確認が必要です。確認されると、パスワードを設定するリンクをメールで送ります。すべての管理者にお知らせします。'
          : 'パスワードを設定するリンクをメールで送ります。リンクは3日間、1回だけ使えます。会社の管理者にもお知らせします。'}
      </p>
      <Form id={formId} form={props.form} failedTitle="招待できませんでした" onValid={onValid}>
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
        {children}
      </Form>
    </ActDialog>
  )
}
