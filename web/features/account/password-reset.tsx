import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { MainLink, QuietLink } from '#web/ui/link-button.tsx'
import { MailSent } from './mail-sent.tsx'
import { RequestReset, SetNewPassword } from './reset-forms.tsx'

type Step = { title: string; lead?: string; matter: ReactNode }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export function usePasswordReset(side: 'customer' | 'business'): Step {
  const { uid, token }: Record<string, unknown> = useSearch({ strict: false })
  const [sentTo, setSentTo] = useState<string>()
  const [done, setDone] = useState(false)
  const loginPath = side === 'customer' ? '/login' : '/biz/login'
  const again = side === 'customer' ? '/password-reset' : '/biz/password-reset'
  if (done) {
    return {
      title: 'パスワードを変更しました',
      lead: 'ほかの端末はログアウトしました。新しいパスワードでログインしてください。',
      matter: <MainLink to={loginPath}>ログインへ進む</MainLink>,
    }
  }
  if (isText(uid) && isText(token)) {
    return {
      title: '新しいパスワード',
      matter: (
        <>
          <SetNewPassword link={{ uid, token }} onSet={() => setDone(true)} />
          <QuietLink to={again} style={{ marginTop: 16 }}>
            メールを受け取り直す
          </QuietLink>
        </>
      ),
    }
  }
  if (sentTo) {
    return {
      title: 'メールをお送りしました',
      matter: (
        <MailSent actions={<QuietLink to={loginPath}>ログインへ戻る</QuietLink>}>
          <p>{sentTo} が登録されていれば、再設定のご案内が届きます。リンクを10分以内に開いてください。</p>
        </MailSent>
      ),
    }
  }
  return {
    title: 'パスワードの再設定',
    lead: '新しいパスワードを決めるためのリンクをメールでお送りします。',
    matter: <RequestReset onSent={setSentTo} />,
  }
}
