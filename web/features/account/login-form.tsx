import { forForm } from '#web/lib/form-error.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { usePlainForm } from '#web/ui/plain-form.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { PasswordField } from './password-field.tsx'
import { FACTOR_CODE_LABEL } from './shared/factor-code.tsx'
import { FactorStep } from './shared/factor-step.tsx'
import { CODE_LABEL, missingIn, SignInCode, useSignIn } from './sign-in-code.tsx'

const labels = {
  email: 'メールアドレス',
  password: 'パスワード',
  oneTimeCode: CODE_LABEL,
  secondFactorCode: FACTOR_CODE_LABEL,
}

export function LoginForm({ userType }: { userType: UserType }) {
  const signIn = useSignIn(userType)
  const { codeFor, ways, onWay, enter, forgetCode, startAgain } = signIn
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
      <div style={{ display: ways ? 'none' : 'contents' }}>
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
      {ways && (
        <>
          <p>パスワードを確認しました。</p>
          <FactorStep
            ways={ways}
            onWay={onWay}
            error={problems.secondFactorCode?.message}
            {...register('secondFactorCode')}
          />
        </>
      )}
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        {ways?.way === 'passkey'
          ? 'パスキーで確認する'
          : codeFor === undefined && !ways
            ? 'ログインする'
            : '確認してログインする'}
      </NextButton>
      {ways && (
        <TextButton type="button" onClick={startAgain}>
          別のアカウントでログインする
        </TextButton>
      )}
    </Form>
  )
}
