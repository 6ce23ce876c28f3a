import { useEffect, useRef, useState } from 'react'
import { errorCode } from '#web/lib/errors.ts'
import { forForm } from '#web/lib/form-error.ts'
import { askForSignInCode, login } from '#web/lib/session.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { usePlainForm } from '#web/ui/plain-form.ts'
import { tidyAddress } from './address.rules.ts'
import { PasswordField } from './password-field.tsx'
import { CodeNotice } from './sign-in-code.tsx'

const labels = { email: 'メールアドレス', password: 'パスワード', oneTimeCode: '確認コード' }
const missing = {
  email: 'メールアドレスを入力してください。',
  password: 'パスワードを入力してください。',
}
const missingWithCode = { ...missing, oneTimeCode: 'メールに届いた確認コード(数字8桁)を入力してください。' }

/**
 * Signs in. What was typed stays when it was refused, the address above all. After many wrong passwords the server
 * wants a mailed code besides: it is asked for here, below what was typed.
 */
export function LoginForm({ userType }: { userType: UserType }) {
  const [codeFor, setCodeFor] = useState<string>()
  const needed: Record<string, string> = codeFor === undefined ? missing : missingWithCode
  const { form, register, problems } = usePlainForm(needed)
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (codeFor !== undefined) codeField.current?.focus()
  }, [codeFor])

  const enter = async ({ email = '', password = '', oneTimeCode = '' }: Record<string, string>) => {
    const address = tidyAddress(email)
    try {
      await login(userType, { email: address, password, oneTimeCode })
    } catch (error) {
      if (errorCode(error) !== 'sign_in_code_required' || oneTimeCode !== '') throw error
      await askForSignInCode(userType, address)
      setCodeFor(address)
    }
  }
  const address = register('email')
  return (
    <Form
      form={form}
      labels={labels}
      failedTitle="ログインできませんでした"
      onValid={(values) => forForm(() => enter(values))}
    >
      <TextField
        label={labels.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={problems.email?.message}
        {...address}
        onChange={(event) => {
          // The code is for the address it was mailed to.
          setCodeFor(undefined)
          address.onChange(event)
        }}
      />
      <PasswordField
        label={labels.password}
        autoComplete="current-password"
        error={problems.password?.message}
        {...register('password')}
      />
      {codeFor !== undefined && (
        <>
          <CodeNotice email={codeFor} askAgain={() => askForSignInCode(userType, codeFor)} />
          <TextField
            ref={codeField}
            label={labels.oneTimeCode}
            help="メールに書かれた数字8桁。空白はあってもなくてもかまいません。"
            autoComplete="one-time-code"
            inputMode="numeric"
            error={problems.oneTimeCode?.message}
            {...register('oneTimeCode')}
          />
        </>
      )}
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        {codeFor === undefined ? 'ログインする' : '確認してログインする'}
      </NextButton>
    </Form>
  )
}
