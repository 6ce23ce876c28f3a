import { type ReactNode, useId, useRef, useState } from 'react'
import { errorCode, sentenceFor } from '#web/lib/errors.ts'
import { reauthenticate } from '#web/lib/session.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

type Waiting = { again: () => void; giveUp: () => void }

/** `confirmed(run)` runs it; if it needs a recent sign-in, asks for the password and runs it again. */
export function useReauthenticate(): {
  confirmed: <T>(run: () => Promise<T>) => Promise<T>
  dialog: ReactNode
} {
  const [open, setOpen] = useState(false)
  const waiting = useRef<Waiting>(undefined)

  const settle = (how: keyof Waiting) => {
    waiting.current?.[how]()
    waiting.current = undefined
    setOpen(false)
  }

  const confirmed = async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      if (errorCode(error) !== 'reauthentication_required') throw error
      await new Promise<void>((resolve, reject) => {
        waiting.current = { again: resolve, giveUp: () => reject(error) }
        setOpen(true)
      })
      return run()
    }
  }

  const dialog = open && (
    <PasswordDialog
      title="パスワードの確認"
      confirm="確認して続ける"
      onConfirmed={() => settle('again')}
      onClose={() => settle('giveUp')}
    >
      <p style={{ marginBottom: 16 }}>
        大切な内容のため、ご本人であることをもう一度お確かめします。入力した内容はそのまま残っています。
      </p>
    </PasswordDialog>
  )
  return { confirmed, dialog }
}

type DialogProps = {
  title: string
  confirm: string
  children: ReactNode
  /** The dialog stays open and disabled until this resolves. */
  onConfirmed: () => void | Promise<void>
  onClose: () => void
}

export function PasswordDialog({ title, confirm, children, onConfirmed, onClose }: DialogProps) {
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  const send = async () => {
    const password = field.current?.value ?? ''
    if (!password) {
      setProblem('パスワードを入力してください。')
      field.current?.focus()
      return
    }
    setPending(true)
    try {
      await reauthenticate(password)
      await onConfirmed()
    } catch (error) {
      setProblem(sentenceFor(error))
      setPending(false)
      field.current?.focus()
    }
  }
  return (
    <ActDialog title={title} onClose={onClose} confirm={confirm} form={formId} pending={pending}>
      {children}
      <form
        id={formId}
        noValidate
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
          error={problem}
        />
      </form>
    </ActDialog>
  )
}
