import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { secondFactorCalls } from '#contract/second-factor'
import { signInProviderCalls } from '#contract/sign-in-provider'
import { CancelError, SpokenError } from '#web/lib/api-error.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { errorCode, sentenceFor } from '#web/lib/errors.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { reauthenticate, reauthenticateWith } from '#web/lib/session.ts'
import type { ProviderProof } from '#web/lib/social-session.ts'
import { readTokens } from '#web/lib/tokens.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { MISSING_FACTOR_CODE } from './factor-code.tsx'
import { FactorStep, type FactorWay } from './factor-step.tsx'
import { offeredIn, passkeysWorkAt, provePasskey } from './passkey.ts'
import { ProviderConfirm } from './provider-confirm.tsx'
import { Or } from './provider-or.tsx'

type Ways = AskResult<typeof signInProviderCalls.ways>
type Waiting = { again: () => void; giveUp: () => void }

/**
 * `confirmed(run)` runs it; if it needs a recent sign-in, asks for the password and runs it again. Rejects with a
 * `CancelError` when the person goes back: `problemIn` and forms say nothing about it.
 */
export function useReauthenticate(): {
  confirmed: <T>(run: () => Promise<T>) => Promise<T>
  dialog: ReactNode
} {
  const client = useQueryClient()
  const [open, setOpen] = useState<{ ways?: Ways }>()
  const waiting = useRef<Waiting>(undefined)

  const settle = (how: keyof Waiting) => {
    waiting.current?.[how]()
    waiting.current = undefined
    setOpen(undefined)
  }

  const confirmed = async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      if (errorCode(error) !== 'reauthentication_required') throw error
      // Known before the dialog opens, so that nothing moves under the fingers.
      const ways = isCustomer()
        ? await client.fetchQuery(queryOf(signInProviderCalls.ways)).catch(() => undefined)
        : undefined
      await new Promise<void>((resolve, reject) => {
        waiting.current = { again: resolve, giveUp: () => reject(new CancelError()) }
        setOpen(ways ? { ways } : {})
      })
      return run()
    }
  }

  const dialog = open && (
    <ConfirmDialog {...open} onConfirmed={() => settle('again')} onClose={() => settle('giveUp')} />
  )
  return { confirmed, dialog }
}

const isCustomer = () => readTokens().userType === 'customer'

type Settled = { ways?: Ways; onConfirmed: () => void; onClose: () => void }

const why = (
  <p style={{ marginBottom: 16 }}>
    大切な内容のため、ご本人であることをもう一度お確かめします。入力した内容はそのまま残っています。
  </p>
)
const title = 'ご本人の確認'

/** By password, by a linked sign-in provider, or by either. */
function ConfirmDialog({ ways, onConfirmed, onClose }: Settled) {
  const linked = ways?.providers.filter(({ linkedAt }) => linkedAt !== null) ?? []
  const take = async (provider: string, proof: ProviderProof) => {
    await reauthenticateWith(provider, proof)
    onConfirmed()
  }
  if (ways?.password === 'none') {
    return (
      <Dialog
        open
        title={title}
        onClose={onClose}
        actions={<QuietButton onClick={onClose}>戻る</QuietButton>}
      >
        {why}
        <ProviderConfirm providers={linked} take={take} />
      </Dialog>
    )
  }
  const besides = linked.length > 0 && (
    <>
      <Or>または</Or>
      <ProviderConfirm providers={linked} take={take} />
    </>
  )
  return (
    <PasswordDialog
      title={title}
      confirm="確認して続ける"
      besides={besides}
      onConfirmed={onConfirmed}
      onClose={onClose}
    >
      {why}
    </PasswordDialog>
  )
}

/** Undefined for an account without a second factor. */
function factorsHere(own: AskResult<typeof secondFactorCalls.own> | undefined) {
  if (!own) return undefined
  const { totp, passkeys, passkeyOrigin, recoveryCodesLeft } = own
  if (!totp && passkeys.length === 0) return undefined
  const isHere = passkeyOrigin !== null && passkeysWorkAt(new URL(passkeyOrigin).hostname)
  return {
    passkey: isHere && passkeys.some(({ isUsable }) => isUsable),
    code: totp !== null || recoveryCodesLeft > 0,
  }
}

type DialogProps = {
  title: string
  confirm: string
  children: ReactNode
  /** Another way, below the password. */
  besides?: ReactNode
  /** The dialog stays open and disabled until this resolves. */
  onConfirmed: () => void | Promise<void>
  onClose: () => void
}

export function PasswordDialog(props: DialogProps) {
  const { title, confirm, children, besides, onConfirmed, onClose } = props
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<{ password?: string; code?: string }>({})
  const [pending, setPending] = useState(false)
  const { data: factors } = useQuery({ ...queryOf(secondFactorCalls.own), enabled: !isCustomer() })
  const [asked, setAsked] = useState<{ passkey: boolean; code: boolean }>()
  const [chosen, setWay] = useState<FactorWay>()
  const known = asked ?? factorsHere(factors)
  const way = known && (chosen ?? (known.passkey ? 'passkey' : 'code'))

  const refuse = (about: 'password' | 'code', sentence: string) => {
    setProblem({ [about]: sentence })
    ;(about === 'code' ? code : field).current?.focus()
  }
  const send = async () => {
    const password = field.current?.value ?? ''
    const secondFactorCode = code.current?.value.trim() ?? ''
    if (!password) return refuse('password', 'パスワードを入力してください。')
    if (way === 'code' && !secondFactorCode) return refuse('code', MISSING_FACTOR_CODE)
    setPending(true)
    setProblem({})
    try {
      await reauthenticate(password, { secondFactorCode }).catch(async (error) => {
        const offered = offeredIn(error)
        if (!offered?.passkey || chosen === 'code') throw error
        setAsked({ passkey: true, code: offered.code })
        await reauthenticate(password, { passkey: await provePasskey(offered.passkey) })
      })
      await onConfirmed()
    } catch (error) {
      setPending(false)
      // Set up on another device since this page read it.
      const offered = offeredIn(error)
      if (offered) return setAsked({ passkey: false, code: offered.code })
      const isFactor = error instanceof SpokenError || errorCode(error) === 'second_factor_wrong'
      refuse(isFactor ? 'code' : 'password', sentenceFor(error))
    }
  }
  return (
    <ActDialog title={title} onClose={onClose} confirm={confirm} form={formId} pending={pending}>
      {children}
      <form
        id={formId}
        noValidate
        style={{ display: 'grid', gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (!pending) void send()
        }}
      >
        <TextField
          ref={field}
          label="パスワード"
          type="password"
          autoComplete="current-password"
          autoFocus
          error={problem.password}
        />
        {known && way && (
          <FactorStep
            ways={{ ...known, way }}
            onWay={setWay}
            ref={code}
            autoFocus={asked !== undefined || chosen !== undefined}
            error={problem.code}
          />
        )}
        {way === 'passkey' && problem.code && <ErrorText role="alert">{problem.code}</ErrorText>}
      </form>
      {besides}
    </ActDialog>
  )
}
