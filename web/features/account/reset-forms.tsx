import { accountCalls } from '#contract/account'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { tidyAddress } from './address.rules.ts'
import { newPasswordProblem, PasswordField, passwordRules } from './password-field.tsx'

/** The page does not reveal whether the address is registered. */
export function RequestReset({ onSent }: { onSent: (email: string) => void }) {
  const form = useCallForm({
    call: accountCalls.resetPassword,
    labels: { email: 'メールアドレス' },
    defaultValues: { email: '' },
    bodyOf: ({ email }) => ({ email: tidyAddress(email) }),
    mode: 'onSubmit',
  })
  const reset = useMutationOf(accountCalls.resetPassword)
  return (
    <Form
      form={form}
      onValid={({ email }) =>
        forForm(async () => {
          await reset.mutateAsync({ body: { email: tidyAddress(email) } })
          onSent(tidyAddress(email))
        })
      }
    >
      <TextField
        required
        type="email"
        autoComplete="username"
        inputMode="email"
        help="ご登録のメールアドレスをご入力ください。"
        {...form.field('email')}
      />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        再設定のメールを受け取る
      </NextButton>
    </Form>
  )
}

export function SetNewPassword({ link, onSet }: { link: { uid: string; token: string }; onSet: () => void }) {
  const form = useCallForm({
    call: accountCalls.resetPassword,
    labels: { newPassword: '新しいパスワード' },
    defaultValues: { newPassword: '' },
    also: ({ newPassword }) => ({ newPassword: newPasswordProblem(newPassword, '') }),
  })
  const reset = useMutationOf(accountCalls.resetPassword)
  return (
    <Form
      form={form}
      onValid={({ newPassword }) =>
        forForm(async () => {
          await reset.mutateAsync({ body: { ...link, newPassword } })
          onSet()
        })
      }
    >
      <PasswordField
        required
        autoComplete="new-password"
        rules={passwordRules(form.watch('newPassword'), '').slice(0, 2)}
        {...form.field('newPassword')}
      />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        このパスワードにする
      </NextButton>
    </Form>
  )
}
