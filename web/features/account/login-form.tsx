import { useForm } from 'react-hook-form'
import { forForm } from '#web/lib/form-error.ts'
import { login } from '#web/lib/session.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { PasswordField } from './password-field.tsx'

type Credentials = { email: string; password: string }

const labels = { email: 'メールアドレス', password: 'パスワード' }

/** Signs in. What was typed stays when it was refused, the address above all. */
export function LoginForm({ userType }: { userType: UserType }) {
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  return (
    <Form
      form={form}
      labels={labels}
      onValid={({ email, password }) => forForm(() => login(userType, { email: email.trim(), password }))}
    >
      <TextField
        label={labels.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...form.register('email', { required: 'メールアドレスを入力してください。' })}
      />
      <PasswordField
        label={labels.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: 'パスワードを入力してください。' })}
      />
      <NextButton type="submit" pending={isSubmitting}>
        ログインする
      </NextButton>
    </Form>
  )
}
