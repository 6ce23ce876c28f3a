import { type ReactNode, useId, useRef, useState } from 'react'
import { errorCode, sentenceFor } from '#web/lib/errors.ts'
import { reauthenticate } from '#web/lib/session.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

type Waiting = { again: () => void; giveUp: () => void }

/**
 * For what needs a sign-in of the last minutes: `confirmed(run)` runs it; when the password is asked for, the
 * dialog takes it and runs the same once more. Whoever closes the dialog gets the refusal, and keeps what was
 * typed. `dialog` belongs somewhere on the page.
 */
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
    <PasswordDialog onConfirmed={() => settle('again')} onClose={() => settle('giveUp')} />
  )
  return { confirmed, dialog }
}

function PasswordDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
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
      onConfirmed()
    } catch (error) {
      setProblem(sentenceFor(error))
      setPending(false)
      field.current?.focus()
    }
  }
  return (
    <Dialog
      open
      title="パスワードの確認"
      onClose={onClose}
      actions={
        <>
          <NextButton type="submit" form={formId} pending={pending}>
            確認して続ける
          </NextButton>
          <QuietButton onClick={onClose}>戻る</QuietButton>
        </>
      }
    >
      <p style={{ marginBottom: 16 }}>
        大切な内容のため、ご本人であることをもう一度お確かめします。入力した内容はそのまま残っています。
      </p>
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
    </Dialog>
  )
}
