import { useForm } from 'react-hook-form'
import { accountCalls } from '#contract/account'
import { BLUR_PATIENCE_MS } from '#web/lib/blur-patience.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { tidyAddress } from './address.rules.ts'
import { newPasswordProblem, PasswordField, passwordRules } from './password-field.tsx'

/** The page does not reveal whether the address is registered. */
export function AskForReset({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({ defaultValues: { email: '' } })
  const reset = useMutationOf(accountCalls.resetPassword)
  const { errors, isSubmitting } = form.formState
  return (
    <Form
      form={form}
      labels={{ email: 'メールアドレス' }}
      onValid={({ email }) =>
        forForm(async () => {
          await reset.mutateAsync({ body: { email: tidyAddress(email) } })
          onSent(tidyAddress(email))
        })
      }
    >
      <TextField
        label="メールアドレス"
        required
        type="email"
        autoComplete="username"
        inputMode="email"
        help="ご登録のメールアドレスをご入力ください。"
        error={errors.email?.message}
        {...form.register('email', { required: 'メールアドレスを入力してください。' })}
      />
      <NextButton type="submit" pending={isSubmitting}>
        再設定のメールを受け取る
      </NextButton>
    </Form>
  )
}

export function SetNewPassword({ link, onSet }: { link: { uid: string; token: string }; onSet: () => void }) {
  const form = useForm({
    defaultValues: { newPassword: '' },
    mode: 'onTouched',
    delayError: BLUR_PATIENCE_MS,
  })
  const reset = useMutationOf(accountCalls.resetPassword)
  const { errors, isSubmitting } = form.formState
  return (
    <Form
      form={form}
      labels={{ newPassword: '新しいパスワード' }}
      onValid={({ newPassword }) =>
        forForm(async () => {
          await reset.mutateAsync({ body: { ...link, newPassword } })
          onSet()
        })
      }
    >
      <PasswordField
        label="新しいパスワード"
        required
        autoComplete="new-password"
        rules={passwordRules(form.watch('newPassword'), '').slice(0, 2)}
        error={errors.newPassword?.message}
        {...form.register('newPassword', { validate: (password) => newPasswordProblem(password, '') })}
      />
      <NextButton type="submit" pending={isSubmitting}>
        このパスワードにする
      </NextButton>
    </Form>
  )
}
