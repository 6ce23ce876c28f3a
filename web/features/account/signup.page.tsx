import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { nameProblems } from '#contract/profile'
import { termsCalls } from '#contract/terms'
import { ask } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { errorCode, isPassing } from '#web/lib/errors.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { forgetAddress, rememberedAddress, rememberedReturn } from '#web/lib/register-address.ts'
import { login } from '#web/lib/session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { CheckField } from '#web/ui/choice-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { AccountPage } from './account-page.tsx'
import { tidyAddress } from './address.rules.ts'
import {
  chooseHolder,
  type Holder,
  holderBody,
  holderLabels,
  holderProblems,
  noHolder,
} from './holder.rules.ts'
import { HolderFields } from './holder-fields.tsx'
import { newPasswordProblem, PasswordField, passwordRules } from './password-field.tsx'
import { AgreeLabel, agreedProblem } from './shared/agree-label.tsx'
import { useEnter } from './use-enter.ts'

type SignUp = Holder & { email: string; password: string; agreed: boolean }

const labelsFor = (isCorporate: boolean) => ({
  email: 'メールアドレス',
  ...holderLabels(isCorporate),
  password: 'パスワード',
  agreed: '利用規約への同意',
})

export default function SignupPage() {
  const { token }: Record<string, unknown> = useSearch({ strict: false })
  return typeof token === 'string' ? <SignUp token={token} /> : <Navigate to="/register" replace />
}

function SignUp({ token }: { token: string }) {
  // Read once: signing up clears it before the redirect.
  const [remembered] = useState(rememberedReturn)
  const link = useSignupLink(token)
  // Asked for beside the link, and ready before the form is sent.
  useCall(termsCalls.current)
  useEnter('customer', '/mypage', link.data?.returnUrl || remembered)
  if (errorCode(link.error) === 'invalid_link') return <UsedLink />
  if (link.data?.isRegistered) return <Registered returnUrl={link.data.returnUrl || remembered} />
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
      <WhenShown state={link} skeleton={<FormSkeleton />}>
        {({ email }) => <SignupForm token={token} email={email} />}
      </WhenShown>
    </AccountPage>
  )
}

/** The link may be opened on another device than the one that asked for it. */
const useSignupLink = (token: string) =>
  useQuery({
    queryKey: [accountCalls.signupLink.route, token],
    queryFn: ({ signal }) => ask(accountCalls.signupLink, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 2 && isPassing(error),
  })

/** The mail's link once more after the sign-up: from another device, or after signing out. */
function Registered({ returnUrl }: { returnUrl: string | undefined }) {
  return (
    <AccountPage
      title="会員登録はお済みです"
      lead="ご登録のメールアドレスとパスワードで、ログインしてお進みください。"
      aside={<Link to="/password-reset">パスワードをお忘れの方</Link>}
    >
      <MainLink to="/login" search={{ returnUrl }}>
        ログインする
      </MainLink>
    </AccountPage>
  )
}

function UsedLink() {
  return (
    <AccountPage
      title="このリンクは使えません"
      lead="リンクの期限が切れたか、リンクの一部が欠けているようです。もう一度メールをお受け取りください。"
      aside={<Link to="/login">登録がお済みの方はログイン</Link>}
    >
      <MainLink to="/register">登録のメールを受け取り直す</MainLink>
    </AccountPage>
  )
}

function useSignUp(token: string, forgetDraft: () => void) {
  const { store }: Record<string, unknown> = useSearch({ strict: false })
  const terms = useCall(termsCalls.current)
  const signUp = useMutationOf(accountCalls.signup)
  const forgetEntered = () => {
    forgetDraft()
    forgetAddress()
  }
  return async ({ email, password, ...holder }: SignUp) => {
    const body = {
      email: tidyAddress(email),
      password,
      ...holderBody(holder),
      agreedTerms: terms.data?.version ?? true,
      token,
      ...(typeof store === 'string' && { store }),
    }
    const enter = () => login('customer', { email: body.email, password })
    try {
      await signUp.mutateAsync({ body })
    } catch (error) {
      // The response to an earlier attempt may have been lost: the same password then signs in.
      if (errorCode(error) !== 'email_taken') throw error
      await enter().catch(() => Promise.reject(error))
      return forgetEntered()
    }
    forgetEntered()
    await enter()
  }
}

function SignupForm({ token, email: mailed }: { token: string; email: string }) {
  const start = { ...noHolder, email: rememberedAddress() || mailed, password: '', agreed: false }
  // Only the names are stored: never a password, and consent is given again.
  const draft = useDraft<SignUp>('signup', start, { omit: ['email', 'password', 'agreed'] })
  const signUp = useSignUp(token, draft.clear)
  const form = useCallForm<SignUp>({
    call: accountCalls.signup,
    labels: labelsFor(draft.value.isCorporate),
    draft,
    bodyOf: ({ email, password, ...holder }) => ({
      email: tidyAddress(email),
      password,
      ...holderBody(holder),
    }),
    more: nameProblems,
    also: (values) => ({
      ...holderProblems(values),
      password: newPasswordProblem(values.password, values.email),
      agreed: agreedProblem(values.agreed),
    }),
  })
  const { isCorporate } = draft.value
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
      <HolderFields
        isCorporate={isCorporate}
        onChoose={(chosen) => chooseHolder(form, chosen)}
        name={form.field('name')}
        agentName={form.field('agentName')}
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
