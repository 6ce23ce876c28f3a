import { useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { secondFactorCalls } from '#contract/second-factor'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Row, Section, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { ChangePassword } from '../change-password.tsx'
import { Devices } from '../devices.tsx'
import { useReauthenticate } from '../shared/reauthenticate.tsx'
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

function Factors({ own }: { own: Own }) {
  const [doing, setDoing] = useState<'totp' | { codes: readonly string[] }>()
  const [said, setSaid] = useState<string>()
  const done = (sentence: string) => {
    setDoing(undefined)
    setSaid(sentence)
  }
  if (doing === 'totp')
    return (
      <Card>
        <TotpSetup
          onDone={() => done('認証アプリを設定しました。ほかの端末はログアウトしています。')}
          onCancel={() => setDoing(undefined)}
        />
      </Card>
    )
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
      <AppCard own={own} onSetUp={() => setDoing('totp')} onRemoved={done} />
      {own.totp && <CodesCard left={own.recoveryCodesLeft} onMade={(codes) => setDoing({ codes })} />}
    </Stack>
  )
}

type AppProps = { own: Own; onSetUp: () => void; onRemoved: (sentence: string) => void }

function AppCard({ own, onSetUp, onRemoved }: AppProps) {
  const { totp, isRequired } = own
  const ask = useConfirm()
  const remove = useMutationOf(secondFactorCalls.removeTotp, { waits: true, rereadsOnError: true })
  const { confirmed, dialog } = useReauthenticate()
  const [problem, setProblem] = useState<string>()
  const removeIt = async () => {
    const sure = await ask({
      title: '認証アプリを解除しますか?',
      body: 'これからは、パスワードだけでログインできるようになります。回復コードも使えなくなります。',
      confirm: '解除する',
      danger: true,
    })
    if (!sure) return
    setProblem(undefined)
    try {
      await confirmed(() => remove.mutateAsync({}))
      onRemoved('認証アプリを解除しました。')
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <Card>
      <Stack gap={10}>
        <Row>
          <b>認証アプリ</b>
          <StatusChip tone={totp ? 'ok' : isRequired ? 'late' : 'gray'}>
            {totp ? '設定済み' : '未設定'}
          </StatusChip>
        </Row>
        <p>
          {totp
            ? `${formatDateTimeJa(totp.createdAt)}に設定。${totp.lastUsedAt ? `最後のご利用 ${formatDateTimeJa(totp.lastUsedAt)}` : 'まだ使われていません'}`
            : 'ログインのときに、パスワードのほかに、スマートフォンのアプリに表示される6桁のコードを入力します。パスワードが知られても、ほかの人はログインできません。'}
        </p>
        <Row>
          <QuietButton size="small" onClick={onSetUp}>
            {totp ? '別の端末で設定し直す' : '認証アプリを設定する'}
          </QuietButton>
          {totp && !isRequired && (
            <QuietButton size="small" pending={remove.isPending} onClick={() => void removeIt()}>
              解除する
            </QuietButton>
          )}
        </Row>
        {problem && (
          <Notice role="alert" tone="late">
            {problem}
          </Notice>
        )}
      </Stack>
      {dialog}
    </Card>
  )
}

const FEW = 3

function CodesCard({ left, onMade }: { left: number; onMade: (codes: readonly string[]) => void }) {
  const ask = useConfirm()
  const renew = useMutationOf(secondFactorCalls.renewRecoveryCodes, { waits: true })
  const { confirmed, dialog } = useReauthenticate()
  const [problem, setProblem] = useState<string>()
  const make = async () => {
    const sure = await ask({
      title: '回復コードを新しくしますか?',
      body: 'これまでの回復コードは、すべて使えなくなります。',
      confirm: '新しくする',
    })
    if (!sure) return
    setProblem(undefined)
    try {
      onMade((await confirmed(() => renew.mutateAsync({}))).recoveryCodes)
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <Card>
      <Stack gap={10}>
        <Row>
          <b>回復コード</b>
          <StatusChip tone={left <= FEW ? 'wait' : 'plain'}>残り{left}個</StatusChip>
        </Row>
        <p>
          スマートフォンをなくしたときに、コードの代わりに使います。
          {left <= FEW && '残りが少なくなっています。新しくして、控え直してください。'}
        </p>
        <Row>
          <QuietButton size="small" pending={renew.isPending} onClick={() => void make()}>
            新しくする
          </QuietButton>
        </Row>
        {problem && (
          <Notice role="alert" tone="late">
            {problem}
          </Notice>
        )}
      </Stack>
      {dialog}
    </Card>
  )
}
