import { Link } from '@tanstack/react-router'
import { LoginForm } from '../login-form.tsx'
import { useEnter, useReturnUrl } from '../use-enter.ts'
import { BizEntry } from './biz-entry.tsx'

export default function BizLoginPage() {
  useEnter('business', '/biz')
  const returnUrl = useReturnUrl()
  return (
    <BizEntry
      title="担当者ログイン"
      lead={returnUrl && 'ログインすると、先ほどの画面に戻ります。'}
      aside={
        <>
          <Link to="/biz/password-reset">パスワードをお忘れの方</Link>
          <Link to="/login">お客さまのログインはこちら</Link>
        </>
      }
    >
      <LoginForm userType="business" />
    </BizEntry>
  )
}
