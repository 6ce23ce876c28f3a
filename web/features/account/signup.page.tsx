import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { termsCalls } from '#contract/terms'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { forgetAddress, rememberedAddress, rememberedReturn } from '#web/lib/register-address.ts'
import { login } from '#web/lib/session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { CheckField } from '#web/ui/choice-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { AccountPage } from './account-page.tsx'
import { tidyAddress } from './address.rules.ts'
import { newPasswordProblem, PasswordField, passwordRules } from './password-field.tsx'
import { AgreeLabel, agreedProblem } from './shared/agree-label.tsx'
import { useEnter } from './use-enter.ts'

type SignUp = { email: string; name: string; password: string; agreed: boolean }

const labels = {
  email: 'メールアドレス',
  name: 'お名前',
  password: 'パスワード',
  agreed: '利用規約への同意',
}

export default function SignupPage() {
  const { token }: Record<string, unknown> = useSearch({ strict: false })
  return typeof token === 'string' ? <SignUp token={token} /> : <Navigate to="/register" replace />
}

function SignUp({ token }: { token: string }) {
  // Read once: signing up clears it before the redirect.
  const [wanted] = useState(rememberedReturn)
  useEnter('customer', '/mypage', wanted)
  return (
    <AccountPage
      title="会員情報の登録"
      lead="ご住所や振込先は、あとからご登録いただけます。"
      aside={
        <>
          <Link to="/register">リンクの期限が切れた方は、メールを受け取り直す</Link>
          <Link to="/login">登録がお済みの方はログイン</Link>
        </>
      }
    >
      <SignupForm token={token} />
    </AccountPage>
  )
}

function useSignUp(token: string, forgetDraft: () => void) {
  const { store }: Record<string, unknown> = useSearch({ strict: false })
  const terms = useCall(termsCalls.current)
  const signUp = useMutationOf(accountCalls.signup)
  return async ({ email, name, password }: SignUp) => {
    await signUp.mutateAsync({
      body: {
        email: tidyAddress(email),
        password,
        name,
        agreedTerms: terms.data?.version ?? true,
        token,
        ...(typeof store === 'string' && { store }),
      },
    })
    forgetDraft()
    forgetAddress()
    await login('customer', { email: tidyAddress(email), password })
  }
}

function SignupForm({ token }: { token: string }) {
  // Only the name is stored: never a password, and consent is given again.
  const draft = useDraft('signup', { name: '' })
  const signUp = useSignUp(token, draft.clear)
  const form = useCallForm<SignUp>({
    call: accountCalls.signup,
    labels,
    defaultValues: { email: rememberedAddress(), name: draft.value.name, password: '', agreed: false },
    bodyOf: ({ email, name, password }) => ({ email: tidyAddress(email), name, password }),
    also: ({ email, password, agreed }) => ({
      password: newPasswordProblem(password, email),
      agreed: agreedProblem(agreed),
    }),
  })
  const [email, password] = form.watch(['email', 'password'])
  return (
    <Form form={form} onValid={(values) => forForm(() => signUp(values))}>
      <TextField
        required
        type="email"
        autoComplete="username"
        inputMode="email"
        help="登録のメールが届いたアドレスをご入力ください。"
        {...form.field('email')}
      />
      <TextField
        required
        autoComplete="name"
        help="本人確認書類と同じお名前をご入力ください。例: 山田 花子"
        {...form.field('name', { onChange: ({ target }) => draft.setValue({ name: target.value }) })}
      />
      <PasswordField
        required
        autoComplete="new-password"
        rules={passwordRules(password, email)}
        {...form.field('password')}
      />
      <CheckField {...form.field('agreed')} label={<AgreeLabel />} />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        登録する
      </NextButton>
    </Form>
  )
}
