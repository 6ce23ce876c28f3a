import { useEffect, useRef } from 'react'
import { DangerButton, NextButton, QuietButton } from './button.tsx'
import type { Question } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

type Props = { question: Question; open: boolean; onAnswer: (answer: boolean) => void; onClosed: () => void }

/** The safe button has the focus, so a hasty Enter changes nothing. Where a Tab key has moved it, it stays. */
export default function ConfirmDialog({ question, open, onAnswer, onClosed }: Props) {
  const safe = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const dialog = safe.current?.closest('[role="dialog"]')
    if (open && !dialog?.contains(document.activeElement)) safe.current?.focus()
  }, [open])
  const Go = question.danger ? DangerButton : NextButton
  return (
    <Dialog
      open={open}
      title={question.title}
      onClose={() => onAnswer(false)}
      onClosed={onClosed}
      actions={
        <>
          <Go onClick={() => onAnswer(true)}>{question.confirm}</Go>
          <QuietButton ref={safe} autoFocus onClick={() => onAnswer(false)}>
            {question.cancel ?? '戻る'}
          </QuietButton>
        </>
      }
    >
      {question.body}
    </Dialog>
  )
}
