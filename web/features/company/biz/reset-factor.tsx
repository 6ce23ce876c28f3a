import { useState } from 'react'
import { secondFactorCalls } from '#contract/second-factor'
import { nobodyElseSentence } from '#contract/second-person'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { problemIn } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'

type Props = {
  person: { id: number; name: string }
  isHouse: boolean
  size?: 'small'
  onReset: (sentence: string) => void
}

/** For a colleague who lost the telephone and the recovery codes. */
export function ResetFactor({ person: { id, name }, isHouse, size, onReset }: Props) {
  const ask = useConfirm()
  const reset = useMutationOf(secondFactorCalls.reset, { rereadsOnError: true })
  const { confirmed, dialog } = useReauthenticate()
  const [problem, setProblem] = useState<string>()
  const run = async () => {
    const sure = await ask({
      title: `${name}さんの2段階認証を解除しますか?`,
      body: isHouse
        ? '声か対面で、ご本人が端末をなくしたことをお確かめください。運営の担当者は、2人の管理者が3日以内に同じ操作をすると解除されます。すべての管理者にメールでお知らせします。'
        : '声か対面で、ご本人が端末をなくしたことをお確かめください。すべての端末からログアウトし、次はパスワードだけでログインできます。すべての管理者にメールでお知らせします。',
      confirm: '解除する',
      danger: true,
    })
    if (!sure) return
    setProblem(undefined)
    try {
      const { isDone, able } = await confirmed(() => reset.mutateAsync({ params: { id } }))
      const who = able.map((other) => `${other}さん`).join('、')
      onReset(
        isDone
          ? `${name}さんの2段階認証を解除しました。`
          : `${name}さんの2段階認証の解除を申し出ました。${who ? `${who}が同じ操作をすると解除されます。` : nobodyElseSentence('reset')}`,
      )
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  return (
    <>
      <QuietButton size={size} pending={reset.isPending} onClick={() => void run()}>
        2段階認証を解除する
      </QuietButton>
      <ProblemNotice ownLine>{problem}</ProblemNotice>
      {dialog}
    </>
  )
}
