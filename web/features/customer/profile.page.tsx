import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { customerCalls } from '#contract/customer'
import { useCall } from '#web/lib/query-client.ts'
import { safeReturnUrl } from '#web/lib/return-url.ts'
import { BackMark, Page, Section } from '#web/ui/page.tsx'
import { type Place, PlaceLinks } from '#web/ui/place-links.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { ProfileForm } from './shared/profile-form.tsx'

const places: readonly Place[] = [
  { to: '/profile/bank-account', icon: 'bank', label: '振込先の口座' },
  { to: '/profile/identity', icon: 'idCard', label: '本人確認' },
  { to: '/settings', icon: 'person', label: 'メールアドレスとパスワード' },
]

export default function ProfilePage() {
  const { returnUrl }: Record<string, unknown> = useSearch({ strict: false })
  const router = useRouter()
  const customers = useCall(customerCalls.list)
  const target = typeof returnUrl === 'string' ? safeReturnUrl(returnUrl, '') : ''
  return (
    <Page
      title="お客さま情報"
      lead={target && '保存すると、先ほどの画面に戻ります。'}
      back={
        target ? (
          <button type="button" onClick={() => router.history.push(target)} style={backButton}>
            <BackMark />
            保存せずに戻る
          </button>
        ) : (
          <Link to="/settings">
            <BackMark />
            設定
          </Link>
        )
      }
    >
      <WhenShown state={customers} skeleton={<FormSkeleton />}>
        {({ results }) => (
          <>
            <Section>
              <ProfileForm
                customer={results[0]}
                onSaved={target ? () => router.history.push(target) : undefined}
              />
            </Section>
            {!target && (
              <Section title="あわせてご確認いただけます">
                <PlaceLinks places={places} />
                <p style={{ marginTop: 16, textAlign: 'center', fontSize: 13 }}>
                  <Link to="/leave" style={{ lineHeight: '44px' }}>
                    退会のお手続き
                  </Link>
                </p>
              </Section>
            )}
          </>
        )}
      </WhenShown>
    </Page>
  )
}

const backButton = {
  border: 0,
  background: 'none',
  font: 'inherit',
  fontSize: 13,
  cursor: 'pointer',
} as const
