import { Link, useRouter } from '@tanstack/react-router'
import { ConsentChoice } from '#web/features/ad-tracking/shared/consent-choice.tsx'
import { logout } from '#web/lib/session.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { type Place, PlaceLinks } from '#web/ui/place-links.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'
import { LinkedProviders } from './linked-providers.tsx'

const places: readonly Place[] = [
  { to: '/profile', icon: 'person', label: 'お客さま情報', help: 'お名前、ご住所、ご職業など' },
  { to: '/profile/bank-account', icon: 'bank', label: '振込先の口座', help: '買取代金のお振込み先' },
  { to: '/profile/identity', icon: 'idCard', label: '本人確認', help: 'お店ごとの確認の状況' },
  {
    to: '/balance',
    icon: 'yen',
    label: '残高と自動のお振込み',
    help: 'お振込みのご依頼と設定、期限後のお支払い',
  },
  {
    to: '/balance/transactions',
    icon: 'paper',
    label: '入出金の明細',
    help: '年ごとの入金・出金・期末残高。PDFとCSVで保存できます',
  },
  { to: '/notifications', icon: 'bell', label: 'あなたへのお知らせ', help: 'これまでに届いたご連絡' },
  {
    to: '/settings/notifications',
    icon: 'gear',
    label: 'お知らせの受け取り方',
    help: 'メールとLINEのお届け先',
  },
]

export default function SettingsPage() {
  const router = useRouter()
  const confirm = useConfirm()
  const leave = async () => {
    const sure = await confirm({
      title: 'ログアウトしますか?',
      body: '書きかけの入力は、この端末から消えます。',
      confirm: 'ログアウトする',
      cancel: '戻る',
    })
    if (!sure) return
    void logout()
    void router.navigate({ to: '/' })
  }
  return (
    <Page title="設定">
      <Section>
        <PlaceLinks places={places} />
      </Section>
      <Section title="メールアドレス">
        <ChangeEmail />
      </Section>
      <Section title="パスワード">
        <ChangePassword />
      </Section>
      <LinkedProviders />
      <Section title="閲覧の記録">
        <ConsentChoice />
      </Section>
      <Section title="ログイン中の端末">
        <Devices />
      </Section>
      <Section>
        <QuietButton onClick={() => void leave()}>ログアウトする</QuietButton>
        <p style={{ marginTop: 16, textAlign: 'center', fontSize: 13 }}>
          <Link to="/settings/data" style={{ lineHeight: '44px' }}>
            お預かりしている情報のファイル
          </Link>
        </p>
        <p style={{ textAlign: 'center', fontSize: 13 }}>
          <Link to="/leave" style={{ lineHeight: '44px' }}>
            退会のお手続き
          </Link>
        </p>
      </Section>
    </Page>
  )
}
