import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useId, useRef, useState } from 'react'
import { accountCalls } from '#contract/account'
import { ApiError } from '#web/lib/api-error.ts'
import { fieldErrors, sentenceFor } from '#web/lib/errors.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { loginWith } from '#web/lib/session.ts'
import { dropSuspendedSession, type SuspendedSession } from '#web/lib/suspended-session.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { missingIn, SignInCode, useSignIn } from '../sign-in-code.tsx'
import { FactorStep } from './factor-step.tsx'
import { ProviderConfirm } from './provider-confirm.tsx'
import { useOfferedProviders } from './provider-offers.ts'
import { Or } from './provider-or.tsx'

const Who = styled('p')(({ theme }) => ({
  margin: '12px 0 16px',
  padding: '10px 14px',
  overflowWrap: 'anywhere',
  borderRadius: theme.okuru.radius.field,
  background: theme.okuru.palette.bg.sunken,
  '& b, & small': { display: 'block' },
  '& small': { fontSize: 12, color: theme.okuru.palette.font.sub },
}))

const Form = styled('form')({ display: 'grid', gap: 12 })

function useWho(): { email: string; name: string } | undefined {
  const client = useQueryClient()
  const account = client.getQueryData(queryOf(accountCalls.me).queryKey)
  if (!account?.email) return undefined
  return { email: account.email, name: account.businessUser?.name ?? account.customer?.name ?? '' }
}

type Field = 'email' | 'password' | 'oneTimeCode' | 'secondFactorCode'

function useSignInHere({ userType }: SuspendedSession, known: string | undefined) {
  const signIn = useSignIn(userType)
  const { codeField, enter } = signIn
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const factorCode = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<Partial<Record<Field, string>>>({})
  const [pending, setPending] = useState(false)
  const refuse = (field: Field, sentence: string) => {
    setProblem({ [field]: sentence })
    ;({ email, password, oneTimeCode: codeField, secondFactorCode: factorCode })[field].current?.focus()
  }
  const send = async () => {
    const given = {
      email: known ?? email.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
      oneTimeCode: codeField.current?.value.trim() ?? '',
      secondFactorCode: factorCode.current?.value.trim() ?? '',
    }
    for (const [name, sentence] of Object.entries(missingIn(signIn)))
      if (!given[name as Field]) return refuse(name as Field, sentence)
    setPending(true)
    setProblem({})
    try {
      await enter(given)
      setPending(false)
    } catch (error) {
      setPending(false)
      for (const name of ['oneTimeCode', 'secondFactorCode'] as const) {
        const about = fieldErrors(error)[name]
        if (about) return refuse(name, about.join(' '))
      }
      const isWrong = known !== undefined && error instanceof ApiError && error.status === 401
      refuse('password', isWrong ? 'パスワードが違うようです。もう一度ご確認ください。' : sentenceFor(error))
    }
  }
  return { signIn, email, password, factorCode, problem, pending, send }
}

/** Signs in over the page whose session ended, so that its input stays, and retries what failed. */
export default function SessionEnded({ suspended }: { suspended: SuspendedSession }) {
  const formId = useId()
  const who = useWho()
  const { signIn, email, password, factorCode, problem, pending, send } = useSignInHere(suspended, who?.email)
  const offered = useOfferedProviders()
  const providers = suspended.userType === 'customer' ? offered : []
  return (
    <Dialog
      open
      veiled
      title="もう一度ログインしてください"
      onClose={() => password.current?.focus()}
      actions={
        <>
          <NextButton type="submit" form={formId} pending={pending}>
            {signIn.codeFor === undefined && !signIn.ways ? 'ログインして続ける' : '確認して続ける'}
          </NextButton>
          <AsSomebodyElse suspended={suspended}>別の人としてログインする</AsSomebodyElse>
        </>
      }
    >
      <p>ログインの有効期限が切れました。入力した内容はそのまま残っていて、続きから進められます。</p>
      {who && (
        <Who>
          <b>{who.name}</b>
          <small>{who.email}</small>
        </Who>
      )}
      <Form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (!pending) void send()
        }}
      >
        {who ? (
          // For password managers.
          <input type="email" autoComplete="username" value={who.email} readOnly hidden />
        ) : (
          <TextField
            ref={email}
            label="メールアドレス"
            type="email"
            autoComplete="username"
            autoFocus
            error={problem.email}
            onChange={signIn.forgetCode}
          />
        )}
        <TextField
          ref={password}
          label="パスワード"
          type="password"
          autoComplete="current-password"
          autoFocus={Boolean(who)}
          error={problem.password}
        />
        <SignInCode signIn={signIn} error={problem.oneTimeCode} />
        {signIn.ways && (
          <FactorStep
            ways={signIn.ways}
            onWay={signIn.onWay}
            ref={factorCode}
            error={problem.secondFactorCode}
          />
        )}
      </Form>
      {providers.length > 0 && (
        <>
          <Or>または、連携しているサービスで</Or>
          <ProviderConfirm providers={providers} take={loginWith} />
        </>
      )}
    </Dialog>
  )
}

function AsSomebodyElse({ suspended, children }: { suspended: SuspendedSession; children: ReactNode }) {
  const navigate = useNavigate()
  const here = useRouterState({ select: (state) => state.location.href })
  const leave = () => {
    dropSuspendedSession()
    void navigate({
      to: suspended.userType === 'business' ? '/biz/login' : '/login',
      search: { returnUrl: here },
    })
  }
  return <QuietButton onClick={leave}>{children}</QuietButton>
}
