import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type ConfirmDialog from './confirm-dialog.tsx'

// Lazy: few visits ever need the dialog.
const loadDialog = () => import('./confirm-dialog.tsx').then((part) => part.default)

const UNASKED = '通信が不安定なため、確認の画面をひらけませんでした。まだ何も変わっていません。'

export type Question = {
  title: string
  body?: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
}

type Ask = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Ask | undefined>(undefined)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<typeof ConfirmDialog>()
  const settle = useRef<(answer: boolean) => void>(undefined)

  const answer = useCallback((value: boolean) => {
    settle.current?.(value)
    settle.current = undefined
    setOpen(false)
  }, [])

  const ask = useCallback<Ask>(
    (next) => {
      // A dialog replaced by the next one counts as cancelled.
      settle.current?.(false)
      setQuestion(next)
      setOpen(true)
      const answered = new Promise<boolean>((resolve) => {
        settle.current = resolve
      })
      loadDialog().then(
        (dialog) => setDialog(() => dialog),
        () => {
          answer(false)
          setQuestion(undefined)
          window.alert(UNASKED)
        },
      )
      return answered
    },
    [answer],
  )

  return (
    <ConfirmContext value={ask}>
      {children}
      {question && Dialog && (
        <Dialog question={question} open={open} onAnswer={answer} onClosed={() => setQuestion(undefined)} />
      )}
    </ConfirmContext>
  )
}

/** Resolves to true when confirmed, to false for cancel, Escape or a press outside the dialog. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext)
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider above it')
  // Preloaded, because the connection may be gone when it is needed.
  useEffect(() => {
    loadDialog().catch(() => undefined)
  }, [])
  return ask
}
