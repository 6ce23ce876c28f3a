import { useEffect, useRef } from 'react'
import { DangerButton, NextButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type SignOutAnswer = 'send' | 'leave' | 'back'

export default function SignOutDialog(props: { unsent: number; onAnswer: (answer: SignOutAnswer) => void }) {
  const { unsent, onAnswer } = props
  const safe = useRef<HTMLButtonElement>(null)
  useEffect(() => safe.current?.focus(), [])
  return (
    <Dialog
      open
      title={unsent > 0 ? `未送信が${unsent}件あります` : 'ログアウトしますか?'}
      onClose={() => onAnswer('back')}
      actions={
        <>
          {unsent > 0 && <NextButton onClick={() => onAnswer('send')}>先に送る</NextButton>}
          <DangerButton onClick={() => onAnswer('leave')}>ログアウトする</DangerButton>
          <QuietButton ref={safe} autoFocus onClick={() => onAnswer('back')}>
            戻る
          </QuietButton>
        </>
      }
    >
      {unsent > 0
        ? 'ログアウトすると、この端末から消えます。査定の入力・移動の記録・写真を先に送れます。'
        : '書きかけの入力は、この端末から消えます。'}
    </Dialog>
  )
}
