import { useRouter } from '@tanstack/react-router'
import type { UserType } from '#web/lib/tokens.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSignOut } from './use-sign-out.tsx'

const sides = {
  customer: {
    who: 'このページは、買取をお申し込みのお客さま用です。いまはお店の担当者としてログインしています。',
    login: 'お客さまとしてログインし直す',
    loginTo: '/login',
    home: '業務画面へ戻る',
    homeTo: '/biz',
  },
  business: {
    who: 'このページは、お店の担当者用です。開けるのは、会社の管理者が登録した担当者だけです。',
    login: '担当者としてログインし直す',
    loginTo: '/biz/login',
    home: 'マイページへ戻る',
    homeTo: '/mypage',
  },
} as const

export default function ForbiddenPage({ side }: { side: UserType }) {
  const router = useRouter()
  const { who, login, loginTo, home, homeTo } = sides[side]
  const { signOut, question } = useSignOut()
  const signInAgain = () => {
    const returnUrl = router.state.location.href
    signOut(() => void router.navigate({ to: loginTo, search: { returnUrl } }))
  }
  return (
    <Page title="この画面を開く権限がありません">
      <ErrorPanel
        kind="forbidden"
        heading={false}
        action={
          <>
            <MainLink to={homeTo}>{home}</MainLink>
            <QuietButton onClick={signInAgain}>{login}</QuietButton>
          </>
        }
      >
        {who}
      </ErrorPanel>
      {question}
    </Page>
  )
}
