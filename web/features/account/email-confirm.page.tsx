import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { errorCode, sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useLoggedIn } from '#web/lib/session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { MainLink, QuietLink } from '#web/ui/link-button.tsx'
import { AccountPage } from './account-page.tsx'
import { useReauthenticate } from './shared/reauthenticate.tsx'

/**
 * Both mailed links lead here: that of a new account, and that of a changed address. The link alone does
 * nothing, because mail programs open links too; the press does.
 */
export default function EmailConfirmPage() {
  const { token }: Record<string, unknown> = useSearch({ strict: false })
  const { confirm, dialog, confirmedEmail, problem, pending } = useConfirmation(String(token ?? ''))
  const loggedIn = useLoggedIn()
  if (confirmedEmail) {
    return (
      <AccountPage
        title="メールアドレスを確認しました"
        lead={`これからのご連絡は ${confirmedEmail} へお送りします。`}
      >
        {loggedIn ? (
          <MainLink to="/settings">設定へ戻る</MainLink>
        ) : (
          <MainLink to="/login">ログインへ進む</MainLink>
        )}
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="メールアドレスの確認"
      lead="メールを受け取られたご本人であることを確認します。"
      aside={<Link to="/contact">お困りのときはお問い合わせください</Link>}
    >
      {problem && (
        <div role="alert" style={{ marginBottom: 16 }}>
          <p>{problem}</p>
          {!loggedIn && (
            <QuietLink
              to="/login"
              search={{ returnUrl: `/email/confirm?token=${encodeURIComponent(String(token))}` }}
              style={{ marginTop: 12 }}
            >
              アドレスを変更する方は、ログインして続ける
            </QuietLink>
          )}
        </div>
      )}
      <NextButton onClick={() => void confirm()} pending={pending}>
        このメールアドレスを確認する
      </NextButton>
      {dialog}
    </AccountPage>
  )
}

function useConfirmation(token: string) {
  const client = useQueryClient()
  const loggedIn = useLoggedIn()
  const [confirmedEmail, setConfirmedEmail] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const ofNewAccount = useMutationOf(accountCalls.confirmEmail)
  const ofChange = useMutationOf(accountCalls.changeEmail)
  const { confirmed, dialog } = useReauthenticate()

  const send = async () => {
    try {
      return await ofNewAccount.mutateAsync({ body: { token } })
    } catch (error) {
      if (!loggedIn || errorCode(error) !== 'invalid_link') throw error
      return confirmed(() => ofChange.mutateAsync({ body: { token } }))
    }
  }
  const confirm = async () => {
    setProblem(undefined)
    try {
      const { email } = await send()
      setConfirmedEmail(email)
      await client.invalidateQueries()
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  const pending = ofNewAccount.isPending || ofChange.isPending
  return { confirm, dialog, confirmedEmail, problem, pending }
}
