import { styled } from '@mui/material/styles'
import { Link, useRouter } from '@tanstack/react-router'
import { logout } from '#web/lib/session.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'

const Links = styled('ul')(({ theme }) => ({
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  overflow: 'hidden',
  '& li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 56,
    padding: '8px 16px',
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a:hover': { background: theme.okuru.palette.bg.header },
  '& a:focus-visible': { outlineOffset: -3 },
  '& a > svg:first-of-type': { color: theme.okuru.palette.primary.main },
  '& a > svg:last-of-type': { marginLeft: 'auto', color: theme.okuru.palette.font.sub },
  '& small': { display: 'block', fontSize: 12, lineHeight: 1.5, color: theme.okuru.palette.font.sub },
}))

const places = [
  { to: '/profile', icon: 'person', label: 'お客さま情報', help: 'お名前、ご住所、ご職業など' },
  { to: '/profile/bank-account', icon: 'bank', label: '振込先の口座', help: '買取代金のお振込み先' },
  { to: '/profile/identity', icon: 'idCard', label: '本人確認', help: 'お店ごとの確認の状況' },
  { to: '/balance/transfer', icon: 'yen', label: '自動のお振込み', help: '残高とお振込みの設定' },
  { to: '/notifications', icon: 'bell', label: 'お知らせ', help: 'これまでに届いたご連絡' },
] as const satisfies readonly { to: string; icon: IconName; label: string; help: string }[]

export default function SettingsPage() {
  const router = useRouter()
  const ask = useConfirm()
  const leave = async () => {
    const sure = await ask({
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
        <Links>
          {places.map(({ to, icon, label, help }) => (
            <li key={to}>
              <Link to={to}>
                <Icon name={icon} size={22} />
                <span>
                  {label}
                  <small>{help}</small>
                </span>
                <Icon name="chevron" size={16} />
              </Link>
            </li>
          ))}
        </Links>
      </Section>
      <Section title="メールアドレス">
        <ChangeEmail />
      </Section>
      <Section title="パスワード">
        <ChangePassword />
      </Section>
      <Section title="ログイン中の端末">
        <Devices />
      </Section>
      <Section>
        <QuietButton onClick={() => void leave()}>ログアウトする</QuietButton>
        <p style={{ marginTop: 16, textAlign: 'center', fontSize: 13 }}>
          <Link to="/leave" style={{ lineHeight: '44px' }}>
            退会のお手続き
          </Link>
        </p>
      </Section>
    </Page>
  )
}
