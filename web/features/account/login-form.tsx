import { forForm } from '#web/lib/form-error.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { usePlainForm } from '#web/ui/plain-form.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { PasswordField } from './password-field.tsx'
import { FACTOR_CODE_LABEL, FactorCode } from './shared/factor-code.tsx'
import { CODE_LABEL, missingIn, SignInCode, useSignIn } from './sign-in-code.tsx'

const labels = {
  email: 'メールアドレス',
  password: 'パスワード',
  oneTimeCode: CODE_LABEL,
  secondFactorCode: FACTOR_CODE_LABEL,
}

export function LoginForm({ userType }: { userType: UserType }) {
  const signIn = useSignIn(userType)
  const { codeFor, isSecondStep, enter, forgetCode, startAgain } = signIn
  const { form, register, problems } = usePlainForm(missingIn(signIn))
  const address = register('email')
  return (
    <Form
      form={form}
      labels={labels}
      failedTitle="ログインできませんでした"
      onValid={({ email = '', password = '', oneTimeCode = '', secondFactorCode = '' }) =>
        forForm(() => enter({ email, password, oneTimeCode, secondFactorCode }))
      }
    >
      <div style={{ display: isSecondStep ? 'none' : 'contents' }}>
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
      </div>
      {isSecondStep && (
        <>
          <p>パスワードを確認しました。続けて、2段階認証のコードを入力してください。</p>
          <FactorCode error={problems.secondFactorCode?.message} {...register('secondFactorCode')} />
        </>
      )}
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        {codeFor === undefined && !isSecondStep ? 'ログインする' : '確認してログインする'}
      </NextButton>
      {isSecondStep && (
        <TextButton type="button" onClick={startAgain}>
          別のアカウントでログインする
        </TextButton>
      )}
    </Form>
  )
}
