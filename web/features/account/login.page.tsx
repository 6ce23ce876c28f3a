import { Link } from '@tanstack/react-router'
import { QuietLink } from '#web/ui/link-button.tsx'
import { AccountPage } from './account-page.tsx'
import { LoginForm } from './login-form.tsx'
import { ProviderButtons } from './shared/provider-buttons.tsx'
import { useEnter, useReturnUrl } from './use-enter.ts'

export default function LoginPage() {
  useEnter('customer', '/mypage')
  const returnUrl = useReturnUrl()
  return (
    <AccountPage
      title="ログイン"
      lead={
        returnUrl
          ? 'ログインすると、続きから始められます。'
          : 'お申し込みの状況や査定の結果、お支払いの予定は、ログインするとご覧いただけます。'
      }
      aside={
        <>
          <QuietLink to="/register" search={{ returnUrl }}>
            はじめての方は会員登録へ
          </QuietLink>
          <Link to="/biz/login">お店の担当者の方はこちら</Link>
        </>
      }
    >
      <LoginForm userType="customer" />
      <p style={{ marginTop: 16, textAlign: 'center', fontSize: 13 }}>
        <Link to="/password-reset" style={{ lineHeight: '44px' }}>
          パスワードをお忘れの方
        </Link>
      </p>
      <ProviderButtons verb="ログイン" returnUrl={returnUrl} />
    </AccountPage>
  )
}
