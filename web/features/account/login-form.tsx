import { forForm } from '#web/lib/form-error.ts'
import { login } from '#web/lib/session.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { usePlainForm } from '#web/ui/plain-form.ts'
import { tidyAddress } from './address.rules.ts'
import { PasswordField } from './password-field.tsx'

const labels = { email: 'メールアドレス', password: 'パスワード' }
const missing = {
  email: 'メールアドレスを入力してください。',
  password: 'パスワードを入力してください。',
}

/** Signs in. What was typed stays when it was refused, the address above all. */
export function LoginForm({ userType }: { userType: UserType }) {
  const { form, register, problems } = usePlainForm(missing)
  return (
    <Form
      form={form}
      labels={labels}
      failedTitle="ログインできませんでした"
      onValid={({ email, password }) =>
        forForm(() => login(userType, { email: tidyAddress(email), password }))
      }
    >
      <TextField
        label={labels.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={problems.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={labels.password}
        autoComplete="current-password"
        error={problems.password?.message}
        {...register('password')}
      />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        ログインする
      </NextButton>
    </Form>
  )
}
