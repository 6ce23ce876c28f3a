import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { errorCode, sentenceFor } from '#web/lib/errors.ts'
import { askForSignInCode, login } from '#web/lib/session.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { tidyAddress } from './address.rules.ts'
import { DevMailHint } from './mail-sent.tsx'
import { MISSING_FACTOR_CODE } from './shared/factor-code.tsx'
import type { FactorWay, FactorWays } from './shared/factor-step.tsx'
import { offeredIn, provePasskey } from './shared/passkey.ts'

export const CODE_LABEL = '確認コード'

const missing = { email: 'メールアドレスを入力してください。', password: 'パスワードを入力してください。' }
const missingWithCode = {
  ...missing,
  oneTimeCode: 'メールに届いた確認コード(数字8桁)を入力してください。',
}

/** Messages for blank fields, in their order. */
export function missingIn({ codeFor, ways }: Asked): Readonly<Record<string, string>> {
  const first = codeFor === undefined ? missing : missingWithCode
  return ways?.way === 'code' ? { ...first, secondFactorCode: MISSING_FACTOR_CODE } : first
}

type Asked = { codeFor: string | undefined; ways: FactorWays | undefined }

/**
 * After many wrong passwords the server also requires a code, mailed to `codeFor`; an account with a second factor
 * requires that in a second step: by `ways`. For a passkey the browser asks at once.
 */
export function useSignIn(userType: UserType) {
  const [codeFor, setCodeFor] = useState<string>()
  const [ways, setWays] = useState<FactorWays>()
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (codeFor !== undefined) codeField.current?.focus()
  }, [codeFor])

  const enter = async (given: SignInGiven) => {
    const { oneTimeCode, password, secondFactorCode } = given
    const email = tidyAddress(given.email)
    try {
      await login(userType, { email, password, oneTimeCode, secondFactorCode })
    } catch (error) {
      const code = errorCode(error)
      const offered = secondFactorCode === '' ? offeredIn(error) : undefined
      if (offered) {
        const { passkey } = offered
        setWays({ way: passkey ? 'passkey' : 'code', passkey: passkey !== null, code: offered.code })
        if (!passkey) return
        return login(userType, { email, password, oneTimeCode, passkey: await provePasskey(passkey) })
      }
      // The password was changed meanwhile.
      if (error instanceof ApiError && error.status === 401) setWays(undefined)
      if (code !== 'sign_in_code_required' || oneTimeCode !== '') throw error
      await askForSignInCode(userType, email)
      setCodeFor(email)
    }
  }
  return {
    codeFor,
    ways,
    onWay: (way: FactorWay) => ways && setWays({ ...ways, way }),
    startAgain: () => setWays(undefined),
    codeField,
    enter,
    askAgain: (email: string) => askForSignInCode(userType, email),
    forgetCode: () => setCodeFor(undefined),
  }
}

export type SignInGiven = { email: string; password: string; oneTimeCode: string; secondFactorCode: string }

type CodeProps = Omit<ComponentProps<typeof TextField>, 'label'> & { signIn: ReturnType<typeof useSignIn> }

export function SignInCode({ signIn, ...field }: CodeProps) {
  const { codeFor, codeField, askAgain } = signIn
  if (codeFor === undefined) return null
  return (
    <>
      <CodeNotice email={codeFor} askAgain={() => askAgain(codeFor)} />
      <TextField
        ref={codeField}
        label={CODE_LABEL}
        help="メールに書かれた数字8桁。空白はあってもなくてもかまいません。"
        autoComplete="one-time-code"
        inputMode="numeric"
        {...field}
      />
    </>
  )
}

type NoticeProps = { email: string; askAgain: () => Promise<void> }

/** Does not reveal whether the address is registered. */
function CodeNotice({ email, askAgain }: NoticeProps) {
  const [again, setAgain] = useState<'sending' | 'sent' | { problem: string }>()
  const send = async () => {
    if (again === 'sending') return
    setAgain('sending')
    try {
      await askAgain()
      setAgain('sent')
    } catch (error) {
      setAgain({ problem: sentenceFor(error) })
    }
  }
  return (
    <Notice
      tone="wait"
      role="status"
      title="確認コードをメールでお送りしました"
      actions={
        <button type="button" onClick={() => void send()}>
          コードのメールをもう一度受け取る
        </button>
      }
    >
      <p>
        このメールアドレスへのログインの失敗が続いているため、念のため、ご本人であることをお確かめします。
        {email} が登録されていれば、数字8桁のコードが届きます。
      </p>
      {again === 'sent' && (
        <p>
          もう一度お送りしました。先に届いたコードも、30分以内なら使えます。届かないときは、迷惑メールの中をお確かめください。
        </p>
      )}
      {typeof again === 'object' && <p>{again.problem}</p>}
      <DevMailHint />
    </Notice>
  )
}
