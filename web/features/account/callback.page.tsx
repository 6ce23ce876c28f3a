import { Link } from '@tanstack/react-router'
import type { ProviderVisit } from '#web/lib/social-session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { MainLink, QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { AccountPage } from './account-page.tsx'
import { type Ending, wordsOf } from './callback.rules.ts'
import { ProviderButton } from './shared/provider-button.tsx'
import { useProviderVisit } from './shared/provider-buttons.tsx'
import { type CallbackState, useCallback } from './use-callback.ts'

/** Where a sign-in provider sends people back to. */
export default function CallbackPage() {
  const { state, dialog } = useCallback()
  return (
    <>
      {state.step === 'working' && (
        <AccountPage title="確認しています" lead="このまま少しお待ちください。">
          <Loading />
        </AccountPage>
      )}
      {state.step === 'told' && <Told taken={state.taken} />}
      {state.step === 'ended' && <Ended {...state} />}
      {dialog}
    </>
  )
}

function Told({ taken }: { taken: boolean }) {
  return taken ? (
    <AccountPage title="元の画面へお戻りください" lead="この画面は閉じてかまいません。">
      <QuietLink to="/mypage">マイページへ</QuietLink>
    </AccountPage>
  ) : (
    <AccountPage
      title="元の画面が見つかりませんでした"
      lead="元の画面が閉じられたか、別のブラウザーで開かれています。お手続きの画面から、もう一度お進みください。"
    >
      <MainLink to="/mypage">マイページへ</MainLink>
    </AccountPage>
  )
}

/** Where going to the provider again may help. */
const repeatable: readonly Ending[] = ['declined', 'refused', 'down', 'elsewhere', 'other']

function Ended({ ending, sentence, visit, retry }: Extract<CallbackState, { step: 'ended' }>) {
  const errand = visit?.errand ?? 'sign_in'
  const { title, text } = wordsOf(ending, visit?.label ?? '外部サービス', errand)
  return (
    <AccountPage
      title={title}
      lead={text || sentence}
      aside={<Link to="/contact">お困りのときはお問い合わせください</Link>}
    >
      <Stack gap={12}>
        {retry && <NextButton onClick={retry}>もう一度ためす</NextButton>}
        {visit && repeatable.includes(ending) && <Again visit={visit} />}
        <WayBack ending={ending} visit={visit} />
      </Stack>
    </AccountPage>
  )
}

function Again({ visit }: { visit: ProviderVisit }) {
  const { leave, leaving, problem } = useProviderVisit()
  const { provider: id, label, errand, returnUrl, owner } = visit
  if (errand === 'confirm') return null
  return (
    <>
      <ProblemNotice>{problem}</ProblemNotice>
      <ProviderButton
        provider={{ id, label }}
        pending={leaving !== undefined}
        onClick={() => void leave({ id, label }, { errand, returnUrl, owner })}
      >
        もう一度{label}で{errand === 'link' ? '連携する' : 'ログイン'}
      </ProviderButton>
    </>
  )
}

function WayBack({ ending, visit }: { ending: Ending; visit: ProviderVisit | undefined }) {
  if (ending === 'staff') return <MainLink to="/biz">業務画面へ</MainLink>
  if (ending === 'inactive') return <MainLink to="/contact">お問い合わせへ</MainLink>
  if (ending === 'email_taken') {
    return (
      <MainLink to="/login" search={{ returnUrl: '/settings' }}>
        ログインして設定へ進む
      </MainLink>
    )
  }
  if (visit?.errand !== 'link') {
    return (
      <QuietLink to="/login" search={{ returnUrl: visit?.returnUrl }}>
        ログインの画面へ
      </QuietLink>
    )
  }
  return ending === 'signed_out' || ending === 'other_account' ? (
    <MainLink to="/login" search={{ returnUrl: '/settings' }}>
      ログインへ進む
    </MainLink>
  ) : (
    <QuietLink to="/settings">設定へ戻る</QuietLink>
  )
}
