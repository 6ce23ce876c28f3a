import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addressLine } from '#contract/address'
import { customerCalls } from '#contract/customer'
import { formatDateJa } from '#contract/day'
import { identityCalls } from '#contract/identity'
import { asksForData, correctionReasons } from '#contract/identity-paper'
import { sentenceFor } from '#web/lib/ask.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useShownAgain } from '#web/lib/shown-again.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Session } from './use-session.ts'

type Provider = NonNullable<Session['provider']>

/** Until the customer has begun on our own page, the provider's is offered first. */
export const offersProvider = (session: Session): boolean =>
  session.provider !== null && session.captures.length === 0 && session.confirmedAt === null

/** Whoever has been there reads first how it stands. */
export const hasProviderNews = (session: Session): boolean =>
  offersProvider(session) && (session.corrections.length > 0 || session.provider?.state !== 'none')

type Props = { session: Session; provider: Provider; onCapture: () => void }

export function ProviderWay({ session, provider, onCapture }: Props) {
  const start = useMutationOf(identityCalls.startProvider, { rereadsOnError: true })
  useShownAgain(start.reset)
  const { name, state } = provider
  const label = state === 'ready' ? `${name}の画面で続ける` : `${name}の画面へ進む`
  const isDataWrong = asksForData(session.corrections)
  const search = { returnUrl: `/identity/${session.id}` }
  const Go = isDataWrong ? QuietButton : NextButton
  const go = () =>
    start.mutate(
      { params: { id: session.id }, body: { version: session.version } },
      { onSuccess: ({ url }) => window.location.assign(url) },
    )
  return (
    <>
      <News session={session} provider={provider} />
      <Registered isWrong={isDataWrong}>
        <Link to="/profile" search={search}>
          ご登録の内容を直す
        </Link>
      </Registered>
      {isDataWrong && (
        <>
          <NextLink to="/profile" search={search}>
            ご登録の内容を直す
          </NextLink>
          <p style={{ fontSize: 13 }}>ご登録が書類のとおりのときは、このままもう一度お進みいただけます。</p>
        </>
      )}
      <p style={{ fontSize: 13 }}>
        「{label}」を押すと、お名前・生年月日・ご住所を本人確認の提携会社{name}
        に渡し、結果と書類の画像を{session.dealers.map((dealer) => dealer.name).join('、')}
        が受け取ることに同意したことになります。本人確認のほかには使いません。
      </p>
      {start.isError && (
        <Notice tone="late" role="alert" title="まだ始まっていません">
          {sentenceFor(start.error)}
        </Notice>
      )}
      <Go pending={start.isPending || start.isSuccess} onClick={go}>
        {label}
      </Go>
      <QuietButton onClick={onCapture}>この画面で撮影して送る</QuietButton>
    </>
  )
}

const endings: Partial<Record<Provider['state'], { title: string; text: string }>> = {
  creating: {
    title: 'まだ始まっていません',
    text: '前回は、画面を開く前に途切れました。お手数ですが、もう一度お進みください。',
  },
  ready: {
    title: '途中まで進んでいます',
    text: '済んでいるときは、結果が届きしだい、この画面が変わります。途中のときは、続きからお進みください。',
  },
  rejected: {
    title: 'もう一度、確認をお願いします',
    text: 'いまのご登録の内容で、はじめからお進みください。この画面で撮影して送ることもできます。',
  },
  failed: {
    title: '結果が届きませんでした',
    text: 'お手数ですが、もう一度お進みください。この画面で撮影して送ることもできます。',
  },
  canceled: {
    title: '前回の受付は終わりました',
    text: 'ご登録の内容が変わったときなどに終わります。いまの内容で、はじめからお進みください。',
  },
  expired: {
    title: '前回の受付の期限が切れました',
    text: 'はじめからお進みください。この画面で撮影して送ることもできます。',
  },
}

function News({ session, provider }: Omit<Props, 'onCapture'>) {
  if (session.corrections.length > 0) {
    return (
      <Notice tone="late" title="もう一度お願いしたいことがあります">
        <ul>
          {session.corrections.map(({ part, reason }) => (
            <li key={part}>
              {Object.hasOwn(correctionReasons, reason)
                ? correctionReasons[reason as keyof typeof correctionReasons].text
                : reason}
            </li>
          ))}
        </ul>
      </Notice>
    )
  }
  const words = endings[provider.state]
  if (!words) return null
  return (
    <Notice tone="wait" title={`${provider.name}: ${words.title}`} role="status">
      {words.text}
    </Notice>
  )
}

/** Compared with the paper by the provider: a missing room number is what fails most. */
function Registered({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const customer = useCall(customerCalls.list).data?.results[0]
  if (!customer) return null
  return (
    <Card>
      <h2 style={{ fontSize: 16, fontWeight: 700 }}>
        {isWrong ? 'いまのご登録の内容' : '書類と同じか、先にお確かめください'}
      </h2>
      <DefinitionList
        items={[
          { key: 'name', term: 'お名前', value: customer.name },
          {
            key: 'birthday',
            term: '生年月日',
            value: customer.birthday ? formatDateJa(customer.birthday).replace(/\(.\)$/, '') : '—',
          },
          {
            key: 'address',
            term: 'ご住所',
            value: addressLine(customer.address),
          },
        ]}
      />
      {!isWrong && <p style={{ marginTop: 8, fontSize: 13 }}>部屋番号まで、書類のとおりですか。{children}</p>}
    </Card>
  )
}
