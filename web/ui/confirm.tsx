import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useRef,
  useState,
} from 'react'

// Few visits ever ask a question, so the dialog comes with the first one.
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

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
  const settle = useRef<(answer: boolean) => void>(undefined)

  const answer = useCallback((value: boolean) => {
    settle.current?.(value)
    settle.current = undefined
    setOpen(false)
  }, [])

  const ask = useCallback<Ask>((next) => {
    // A question nobody answered before the next one came counts as no.
    settle.current?.(false)
    setQuestion(next)
    setOpen(true)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])

  return (
    <ConfirmContext value={ask}>
      {children}
      {question && (
        <Suspense fallback={null}>
          <ConfirmDialog
            question={question}
            open={open}
            onAnswer={answer}
            onClosed={() => setQuestion(undefined)}
          />
        </Suspense>
      )}
    </ConfirmContext>
  )
}

/** Asks and waits: true for the verb, false for the way back, Escape or a press beside the dialog. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext)
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider above it')
  return ask
}
