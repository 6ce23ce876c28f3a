import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { secondFactorCalls } from '#contract/second-factor'
import { useCall } from '#web/lib/query-client.ts'
import { logout } from '#web/lib/session.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/page.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { passkeysWorkAt } from '../shared/passkey.ts'
import { BizEntry } from './biz-entry.tsx'
import { PasskeySetup } from './passkey-setup.tsx'
import { TotpSetup } from './totp-setup.tsx'

/** In place of the page that was opened, which follows. */
export default function FactorFirst({ onDone }: { onDone: () => void }) {
  const router = useRouter()
  const client = useQueryClient()
  const [way, setWay] = useState<'passkey' | 'totp'>()
  const { data: own } = useCall(secondFactorCalls.own)
  const origin = own?.passkeyOrigin
  const hasPasskeys = origin != null && passkeysWorkAt(new URL(origin).hostname)
  const chosen = { onDone: () => void done(), onCancel: () => setWay(undefined) }
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
      {way === 'totp' && <TotpSetup {...chosen} />}
      {way === 'passkey' && <PasskeySetup {...chosen} />}
      {way === undefined && (
        <Stack gap={16}>
          <p>
            お客さまの個人情報とお金を扱うため、パスワードが知られても、ほかの人がログインできないようにします。これからログインのときに、パスワードと、
            {hasPasskeys && 'この端末のパスキー(指紋・顔・PIN)か、'}
            スマートフォンの認証アプリに表示されるコードで確認します。
          </p>
          {hasPasskeys && <NextButton onClick={() => setWay('passkey')}>パスキーを登録する</NextButton>}
          <p>
            認証アプリ(Google Authenticator、Microsoft Authenticator
            など)を使うときは、スマートフォンに入れてから、お進みください。3分ほどで終わります。
          </p>
          {hasPasskeys ? (
            <QuietButton onClick={() => setWay('totp')}>認証アプリを設定する</QuietButton>
          ) : (
            <NextButton onClick={() => setWay('totp')}>認証アプリを設定する</NextButton>
          )}
        </Stack>
      )}
    </BizEntry>
  )
}
