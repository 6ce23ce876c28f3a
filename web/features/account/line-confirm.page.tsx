import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { lineCalls } from '#contract/line'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useLoggedIn } from '#web/lib/session.ts'
import { useShownAgain } from '#web/lib/shown-again.ts'
import { NextButton } from '#web/ui/button.tsx'
import { MainLink, QuietLink } from '#web/ui/link-button.tsx'
import { AccountPage } from './account-page.tsx'

/** Opened from the chat. The button confirms, and LINE then checks whose chat it was. */
export default function LineConfirmPage() {
  const { token }: Record<string, unknown> = useSearch({ strict: false })
  const secret = typeof token === 'string' ? token : ''
  const loggedIn = useLoggedIn()
  const help = <Link to="/contact">お困りのときはお問い合わせください</Link>
  if (secret === '') {
    return (
      <AccountPage
        title="LINEとの連携"
        lead="リンクが途中で切れているようです。LINEのトークにひとこと送ると、新しい「連携する」ボタンが届きます。"
        aside={help}
      >
        <QuietLink to="/settings/notifications">お知らせの受け取り方へ</QuietLink>
      </AccountPage>
    )
  }
  if (!loggedIn) {
    return (
      <AccountPage
        title="LINEとの連携"
        lead="会員登録をされているアカウントでログインすると、このLINEと連携できます。"
        aside={<Link to="/register">はじめての方は会員登録へ</Link>}
      >
        <MainLink to="/login" search={{ returnUrl: `/line/link?token=${encodeURIComponent(secret)}` }}>
          ログインして続ける
        </MainLink>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="LINEと連携します"
      lead="お荷物の到着や査定の結果、お振込みのご案内を、LINEでもお受け取りいただけます。いつでも設定から解除できます。"
      aside={help}
    >
      <Confirm token={secret} />
    </AccountPage>
  )
}

function Confirm({ token }: { token: string }) {
  const link = useMutationOf(lineCalls.link)
  const [done, setDone] = useState(false)
  useShownAgain(link.reset)
  const confirm = async () => {
    const { confirmUrl } = await link.mutateAsync({ body: { linkToken: token } })
    if (confirmUrl) window.location.assign(confirmUrl)
    else setDone(true)
  }
  if (done) {
    return (
      <>
        <p role="status" style={{ marginBottom: 16 }}>
          LINEと連携しました。
        </p>
        <MainLink to="/settings/notifications">お知らせの受け取り方へ</MainLink>
      </>
    )
  }
  return (
    <>
      {link.error && (
        <p role="alert" style={{ marginBottom: 16 }}>
          {sentenceFor(link.error)}
        </p>
      )}
      <NextButton
        pending={link.isPending || link.isSuccess}
        onClick={() => void confirm().catch(() => undefined)}
      >
        連携する
      </NextButton>
    </>
  )
}
