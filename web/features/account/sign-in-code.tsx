import { useState } from 'react'
import { sentenceFor } from '#web/lib/errors.ts'
import { Notice } from '#web/ui/notice.tsx'
import { DevMailHint } from './mail-sent.tsx'

type Props = { email: string; askAgain: () => Promise<void> }

/** Why a code is asked for, and where it is. Only the owner learns whether the address is known. */
export function CodeNotice({ email, askAgain }: Props) {
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
