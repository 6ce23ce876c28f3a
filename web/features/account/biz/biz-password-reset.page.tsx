import { Link } from '@tanstack/react-router'
import { usePasswordReset } from '../password-reset.tsx'
import { BizEntry } from './biz-entry.tsx'

export default function BizPasswordResetPage() {
  const { title, lead, matter } = usePasswordReset('business')
  return (
    <BizEntry title={title} lead={lead} aside={<Link to="/biz/login">ログインへ戻る</Link>}>
      {matter}
    </BizEntry>
  )
}
