import { useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { secondFactorCalls } from '#contract/second-factor'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Section, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { ChangePassword } from '../change-password.tsx'
import { Devices } from '../devices.tsx'
import { FactorCard, useFactorAct } from './factor-card.tsx'
import { PasskeyCard } from './passkey-card.tsx'
import { PasskeySetup } from './passkey-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

type Own = AskResult<typeof secondFactorCalls.own>

export default function SecurityPage() {
  const read = useCall(secondFactorCalls.own)
  return (
    <DetailPage
      title="ログインと安全"
      lead={<Muted>ご自身のログインの方法と、ログインしている端末です。</Muted>}
    >
      <Stack gap={0} style={{ maxWidth: 640 }}>
        <Section title="2段階認証">
          {read.isError && !read.data && <Failed state={read} />}
          {read.isPending && <Loading skeleton={<TableSkeleton rows={2} />} />}
          {read.data && <Factors own={read.data} />}
        </Section>
        <Section title="パスワード">
          <ChangePassword />
        </Section>
        <Section title="ログイン中の端末">
          <Devices />
        </Section>
      </Stack>
    </DetailPage>
  )
}

const added = {
  totp: '認証アプリを設定しました。ほかの端末はログアウトしています。',
  passkey: 'パスキーを登録しました。ほかの端末はログアウトしています。',
}

function Factors({ own }: { own: Own }) {
  const [doing, setDoing] = useState<keyof typeof added | { codes: readonly string[] }>()
  const [said, setSaid] = useState<string>()
  const done = (sentence: string) => {
    setDoing(undefined)
    setSaid(sentence)
  }
  if (typeof doing === 'string') {
    const SetUp = doing === 'totp' ? TotpSetup : PasskeySetup
    return (
      <Card>
        <SetUp onDone={() => done(added[doing])} onCancel={() => setDoing(undefined)} />
      </Card>
    )
  }
  if (doing)
    return (
      <Card>
        <RecoveryCodes
          codes={doing.codes}
          onDone={() => done('回復コードを新しくしました。前の回復コードは使えません。')}
        />
      </Card>
    )
  return (
    <Stack gap={12}>
      {said && (
        <Notice tone="ok" role="status">
          {said}
        </Notice>
      )}
      <PasskeyCard own={own} onAdd={() => setDoing('passkey')} onChanged={done} />
      <AppCard own={own} onSetUp={() => setDoing('totp')} onRemoved={done} />
      {(own.totp || own.passkeys.length > 0) && (
        <CodesCard left={own.recoveryCodesLeft} onMade={(codes) => setDoing({ codes })} />
      )}
    </Stack>
  )
}

type AppProps = { own: Own; onSetUp: () => void; onRemoved: (sentence: string) => void }

function AppCard({ own, onSetUp, onRemoved }: AppProps) {
  const { totp, isRequired, passkeys } = own
  const doing = useFactorAct()
  const remove = useMutationOf(secondFactorCalls.removeTotp, { waits: true, rereadsOnError: true })
  const isOnly = passkeys.length === 0
  const mayRemove = !isRequired || passkeys.some(({ isUsable }) => isUsable)
  const removeIt = () =>
    doing.act(
      {
        title: '認証アプリを解除しますか?',
        body: isOnly
          ? 'これからは、パスワードだけでログインできるようになります。回復コードも使えなくなります。'
          : '認証アプリのコードではログインできなくなります。パスキーと回復コードは、そのまま使えます。',
        confirm: '解除する',
        danger: true,
      },
      async () => {
        await remove.mutateAsync({})
        onRemoved('認証アプリを解除しました。')
      },
    )
  return (
    <FactorCard
      title="認証アプリ"
      tone={totp ? 'ok' : isRequired && isOnly ? 'late' : 'gray'}
      state={totp ? '設定済み' : '未設定'}
      doing={doing}
      acts={
        <>
          <QuietButton size="small" onClick={onSetUp}>
            {totp ? '別の端末で設定し直す' : '認証アプリを設定する'}
          </QuietButton>
          {totp && mayRemove && (
            <QuietButton size="small" pending={remove.isPending} onClick={() => void removeIt()}>
              解除する
            </QuietButton>
          )}
        </>
      }
    >
      <p>
        {totp
          ? `${formatDateTimeJa(totp.createdAt)}に設定。${totp.lastUsedAt ? `最後のご利用 ${formatDateTimeJa(totp.lastUsedAt)}` : 'まだ使われていません'}`
          : 'ログインのときに、パスワードのほかに、スマートフォンのアプリに表示される6桁のコードを入力します。パスワードが知られても、ほかの人はログインできません。'}
      </p>
    </FactorCard>
  )
}

const FEW = 3

function CodesCard({ left, onMade }: { left: number; onMade: (codes: readonly string[]) => void }) {
  const doing = useFactorAct()
  const renew = useMutationOf(secondFactorCalls.renewRecoveryCodes, { waits: true })
  const make = () =>
    doing.act(
      {
        title: '回復コードを新しくしますか?',
        body: 'これまでの回復コードは、すべて使えなくなります。',
        confirm: '新しくする',
      },
      async () => onMade((await renew.mutateAsync({})).recoveryCodes),
    )
  return (
    <FactorCard
      title="回復コード"
      tone={left <= FEW ? 'wait' : 'plain'}
      state={`残り${left}個`}
      doing={doing}
      acts={
        <QuietButton size="small" pending={renew.isPending} onClick={() => void make()}>
          新しくする
        </QuietButton>
      }
    >
      <p>
        端末をなくしたときに、パスキーや認証アプリの代わりに使います。
        {left <= FEW && '残りが少なくなっています。新しくして、控え直してください。'}
      </p>
    </FactorCard>
  )
}
