import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { logout } from '#web/lib/session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/page.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { BizEntry } from './biz-entry.tsx'
import { TotpSetup } from './totp-setup.tsx'

/** In place of the page that was opened, which follows. */
export default function FactorFirst({ onDone }: { onDone: () => void }) {
  const router = useRouter()
  const client = useQueryClient()
  const [isBegun, setBegun] = useState(false)
  const done = async () => {
    await client.invalidateQueries()
    onDone()
  }
  const leave = () => {
    void logout()
    void router.navigate({ to: '/biz/login' })
  }
  return (
    <BizEntry
      title="2段階認証を設定してください"
      lead="管理者と運営の担当者は、設定が済むと業務画面をお使いいただけます。"
      aside={
        <TextButton type="button" onClick={leave}>
          設定せずにログアウトする
        </TextButton>
      }
    >
      {isBegun ? (
        <TotpSetup onDone={() => void done()} />
      ) : (
        <Stack gap={16}>
          <p>
            お客さまの個人情報とお金を扱うため、パスワードが知られても、ほかの人がログインできないようにします。これからログインのときに、パスワードと、スマートフォンの認証アプリに表示されるコードを入力します。
          </p>
          <p>
            認証アプリ(Google Authenticator、Microsoft Authenticator
            など)をスマートフォンに入れてから、お進みください。3分ほどで終わります。
          </p>
          <NextButton onClick={() => setBegun(true)}>設定をはじめる</NextButton>
        </Stack>
      )}
    </BizEntry>
  )
}
