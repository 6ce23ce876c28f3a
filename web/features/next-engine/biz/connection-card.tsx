import { useState } from 'react'
import { labelOf } from '#contract/codes'
import type { Tone } from '#contract/lifecycle'
import { type NextEngineState, nextEngineCalls, nextEngineStateLabel } from '#contract/next-engine'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { markDeparture } from './arrival.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import type { useArrival } from './use-arrival.ts'

export type Connection = AskResult<typeof nextEngineCalls.connection>

const toneOf: Readonly<Record<NextEngineState, Tone>> = {
  not_offered: 'gray',
  not_connected: 'gray',
  connected: 'ok',
  sign_in_needed: 'late',
}

const words: Readonly<Record<Exclude<NextEngineState, 'connected'>, string>> = {
  not_offered:
    'このサイトでは、ネクストエンジンとの連携をまだ提供していません。商品の登録や在庫の更新は、ネクストエンジンの画面で行ってください。利用をご希望のときは、運営にお問い合わせください。',
  not_connected:
    '接続すると、商品化の終わった商品がネクストエンジンに登録され、売れたときや保留したときに在庫が0になります。',
  sign_in_needed:
    'ネクストエンジンのログインの期限が切れ、商品の登録や在庫の更新が止まっています。ログインし直すと、止まっていた分から続きます。',
}

/** In one line: the lists below are what people come for. */
function Facts({ connection }: { connection: Connection }) {
  const { nextEngineCompany, connectedBy, connectedUntil, answeredAt, supplierCode } = connection
  const facts = [
    ...(connectedUntil === null ? [] : [`有効期限 ${shortDateTime(connectedUntil)}(毎日自動で延長)`]),
    ...(answeredAt === null ? [] : [`最後の通信 ${shortDateTime(answeredAt)}`]),
    `接続した人 ${connectedBy}`,
    `仕入先コード ${supplierCode}`,
  ]
  return (
    <span style={{ flex: '1 1 260px' }}>
      <b>{nextEngineCompany}</b>
      <Muted style={{ display: 'flex', flexWrap: 'wrap', columnGap: 16, fontSize: 12 }}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </Muted>
    </span>
  )
}

type Props = { connection: Connection; arrival: ReturnType<typeof useArrival> }

export function ConnectionCard({ connection, arrival }: Props) {
  const { state, signInAddress } = connection
  const isJoined = state === 'connected' || state === 'sign_in_needed'
  const isOffered = state !== 'not_offered'
  // After a sign-in, the question whether to connect comes first.
  const isArriving = arrival.step.is === 'asking' || arrival.step.is === 'connecting'
  return (
    <Card>
      <Stack gap={10}>
        <ArrivalNotice arrival={arrival} />
        <Row>
          <StatusChip tone={toneOf[state]}>{labelOf(nextEngineStateLabel, state)}</StatusChip>
          {isJoined && <Facts connection={connection} />}
          {isOffered && !isArriving && signInAddress !== null && (
            <Acts connection={connection} address={signInAddress} />
          )}
        </Row>
        {state !== 'connected' && <p style={{ maxWidth: 760 }}>{words[state]}</p>}
        {isOffered && state !== 'connected' && signInAddress === null && (
          <Muted>接続とログインのやり直しは、すべての店舗を受け持つ管理者が行います。</Muted>
        )}
      </Stack>
    </Card>
  )
}

function Acts({ connection, address }: { connection: Connection; address: string }) {
  const [isSetting, setSetting] = useState(false)
  const disconnect = useMutationOf(nextEngineCalls.disconnect)
  const confirm = useConfirm()
  const { state } = connection
  const isJoined = state === 'connected' || state === 'sign_in_needed'
  const end = async () => {
    const isSure = await confirm({
      title: 'ネクストエンジンとの接続を解除しますか',
      body: '商品の登録と在庫の更新が止まります。すでに登録した商品は、ネクストエンジンにそのまま残ります。売れた商品の在庫は、ネクストエンジンの画面で変えてください。',
      confirm: '接続を解除する',
      danger: true,
    })
    if (!isSure) return
    await disconnect.mutateAsync({}).then(
      () => notify.done('ネクストエンジンとの接続を解除しました。'),
      (error: unknown) => notify.failed(sentenceFor(error)),
    )
  }
  const SignIn = state === 'connected' ? QuietButton : NextButton
  return (
    <>
      <SignIn href={address} onClick={() => markDeparture()} size={isJoined ? 'small' : 'medium'}>
        {isJoined ? 'ログインし直す' : 'ネクストエンジンにログインして接続する'}
      </SignIn>
      {isJoined && (
        <>
          <QuietButton size="small" onClick={() => setSetting(true)}>
            仕入先コード
          </QuietButton>
          <QuietButton size="small" onClick={() => void end()} pending={disconnect.isPending}>
            接続を解除
          </QuietButton>
        </>
      )}
      {isSetting && <SettingsDialog connection={connection} onClose={() => setSetting(false)} />}
    </>
  )
}

function ArrivalNotice({ arrival: { step, post, dismiss } }: Pick<Props, 'arrival'>) {
  switch (step.is) {
    case 'connecting':
      return <Notice role="status">ネクストエンジンとの接続を確かめています。</Notice>
    case 'asking':
      return (
        <Notice
          tone="wait"
          role="alert"
          title="この会社をネクストエンジンと接続しますか"
          actions={
            <>
              <button type="button" onClick={() => void post(step.arrival)}>
                接続する
              </button>
              <button type="button" onClick={dismiss}>
                やめる
              </button>
            </>
          }
        >
          この画面から始めたログインではありません。ご自身でネクストエンジンにログインしたときだけ、接続してください。
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="late" role="alert" title="接続できませんでした">
          {step.sentence}
        </Notice>
      )
    default:
      return null
  }
}
