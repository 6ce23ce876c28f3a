import { forForm } from '#web/lib/form-error.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { usePlainForm } from '#web/ui/plain-form.ts'
import { PasswordField } from './password-field.tsx'
import { CODE_LABEL, missingIn, SignInCode, useSignIn } from './sign-in-code.tsx'

const labels = { email: 'メールアドレス', password: 'パスワード', oneTimeCode: CODE_LABEL }

export function LoginForm({ userType }: { userType: UserType }) {
  const signIn = useSignIn(userType)
  const { codeFor, enter, forgetCode } = signIn
  const { form, register, problems } = usePlainForm(missingIn(codeFor))
  const address = register('email')
  return (
    <Form
      form={form}
      labels={labels}
      failedTitle="ログインできませんでした"
      onValid={({ email = '', password = '', oneTimeCode = '' }) =>
        forForm(() => enter({ email, password, oneTimeCode }))
      }
    >
      <TextField
        label={labels.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={problems.email?.message}
        {...address}
        onChange={(event) => {
          forgetCode()
          address.onChange(event)
        }}
      />
      <PasswordField
        label={labels.password}
        autoComplete="current-password"
        error={problems.password?.message}
        {...register('password')}
      />
      <SignInCode signIn={signIn} error={problems.oneTimeCode?.message} {...register('oneTimeCode')} />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        {codeFor === undefined ? 'ログインする' : '確認してログインする'}
      </NextButton>
    </Form>
  )
}
