import { useState } from 'react'
import { sentenceFor } from '#web/lib/errors.ts'
import { Notice } from '#web/ui/notice.tsx'
import { DevMailHint } from './mail-sent.tsx'

type Props = { email: string; askAgain: () => Promise<void> }

/** Why a code is asked for, and where it is. Whether the address is known is told to its owner only. */
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
      title="メールでご本人の確認をお願いします"
      actions={
        <button type="button" onClick={() => void send()}>
          コードのメールをもう一度受け取る
        </button>
      }
    >
      <p>
        このメールアドレスで、パスワードの間違いが続いています。{email}{' '}
        が登録されていれば、確認コードが届きます。届いたコードを下に入力してください。
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
