import { Link } from '@tanstack/react-router'
import { AccountPage } from './account-page.tsx'
import { usePasswordReset } from './password-reset.tsx'

export default function PasswordResetPage() {
  const { title, lead, matter } = usePasswordReset('customer')
  return (
    <AccountPage title={title} lead={lead} aside={<Link to="/login">ログインへ戻る</Link>}>
      {matter}
    </AccountPage>
  )
}
