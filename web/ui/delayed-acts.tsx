import type { ReactNode } from 'react'
import { NextButton, QuietButton } from './button.tsx'
import type { useDelayed } from './use-delayed.ts'

type Props = {
  delayed: ReturnType<typeof useDelayed>
  send: { isDone: boolean; error: unknown; isPending: boolean }
  /** Names the act, such as 3件を進める; nothing when there is nothing to do. */
  begin: string | undefined
  /** 待たずに進める */
  atOnce: string
  onClose: () => void
  children?: ReactNode
}

/** The buttons of a dialog whose act waits ten seconds and cannot be taken back. */
export function DelayedActs({ delayed, send, begin, atOnce, onClose, children }: Props) {
  if (send.isDone) return <QuietButton onClick={onClose}>閉じる</QuietButton>
  if (delayed.left !== undefined)
    return (
      <>
        <QuietButton autoFocus onClick={delayed.cancel}>
          取りやめる
        </QuietButton>
        <QuietButton onClick={delayed.now}>{atOnce}</QuietButton>
      </>
    )
  return (
    <>
      {begin && (
        <NextButton pending={send.isPending} onClick={send.error ? delayed.now : delayed.start}>
          {send.error ? 'もう一度送る' : begin}
        </NextButton>
      )}
      {children}
      <QuietButton autoFocus disabled={send.isPending} onClick={onClose}>
        戻る
      </QuietButton>
    </>
  )
}
