import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type ConfirmDialog from './confirm-dialog.tsx'

// Few visits ever ask a question, so the dialog comes with the first page that may ask one.
const loadDialog = () => import('./confirm-dialog.tsx').then((part) => part.default)

const UNASKED = '通信が不安定なため、確認の画面をひらけませんでした。まだ何も変わっていません。'

export type Question = {
  title: string
  body?: ReactNode
  /** A verb: この金額で売る, not OK. */
  confirm: string
  /** 戻る without it. */
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
      // A question nobody answered before the next one came counts as no.
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

/** Asks and waits: true for the verb, false for the way back, Escape or a press beside the dialog. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext)
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider above it')
  // Fetched beforehand: the question may come when the connection is gone.
  useEffect(() => {
    loadDialog().catch(() => undefined)
  }, [])
  return ask
}
