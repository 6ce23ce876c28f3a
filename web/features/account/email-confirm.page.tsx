import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { problemIn } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useLoggedIn } from '#web/lib/session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { AccountPage } from './account-page.tsx'
import { useReauthenticate } from './shared/reauthenticate.tsx'

/** Opening the link does nothing by itself, because mail programs open links too; the button confirms. */
export default function EmailConfirmPage() {
  const { token }: Record<string, unknown> = useSearch({ strict: false })
  const secret = String(token ?? '')
  const { confirm, dialog, confirmedEmail, problem, pending } = useConfirmation(secret)
  const loggedIn = useLoggedIn()
  if (confirmedEmail) {
    return (
      <AccountPage
        title="メールアドレスを変更しました"
        lead={`これからのご連絡は ${confirmedEmail} へお送りします。ほかの端末はログアウトしました。`}
      >
        <MainLink to="/settings">設定へ戻る</MainLink>
      </AccountPage>
    )
  }
  if (!loggedIn) {
    return (
      <AccountPage
        title="メールアドレスの確認"
        lead="ログインしていただくと、新しいメールアドレスに切り替えられます。いつもの方法でログインしてください。"
        aside={<Link to="/contact">お困りのときはお問い合わせください</Link>}
      >
        <MainLink to="/login" search={{ returnUrl: `/email/confirm?token=${encodeURIComponent(secret)}` }}>
          ログインして続ける
        </MainLink>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="メールアドレスの確認"
      lead="押していただくと、新しいメールアドレスに切り替わります。ほかの端末はログアウトします。"
      aside={<Link to="/contact">お困りのときはお問い合わせください</Link>}
    >
      {problem && (
        <p role="alert" style={{ marginBottom: 16 }}>
          {problem}
        </p>
      )}
      <NextButton onClick={() => void confirm()} pending={pending}>
        このメールアドレスに切り替える
      </NextButton>
      {dialog}
    </AccountPage>
  )
}

function useConfirmation(token: string) {
  const client = useQueryClient()
  const [confirmedEmail, setConfirmedEmail] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const change = useMutationOf(accountCalls.changeEmail)
  const { confirmed, dialog } = useReauthenticate()

  const confirm = async () => {
    setProblem(undefined)
    try {
      const { email } = await confirmed(() => change.mutateAsync({ body: { token } }))
      setConfirmedEmail(email)
      await client.invalidateQueries()
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  return { confirm, dialog, confirmedEmail, problem, pending: change.isPending }
}
