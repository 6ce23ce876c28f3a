import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ErrorCode } from '#contract/error'
import { toFullKatakana } from '#contract/text'
import { errorCode, sentenceFor } from '#web/lib/ask.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useAttention } from '#web/ui/use-attention.ts'
import type { Balance } from './balance.page.tsx'
import type { OwnCustomer } from './use-own-customer.ts'

type Refusal = { title: string; body?: string; actions?: ReactNode }

const account = (words: string, path: string) => (
  <Link to="/profile/bank-account" search={{ returnUrl: path }}>
    {words}
  </Link>
)

/** `path`: where the customer comes back to after mending the bank account. */
const refusals: Partial<Record<ErrorCode, (path: string) => Refusal>> = {
  bank_account_missing: (path) => ({
    title: '振込先の口座をご登録ください',
    body: '口座を登録すると、この画面に戻って続けられます。',
    actions: account('口座を登録する', path),
  }),
  bank_account_unusable: (path) => ({
    title: 'ご登録の口座へはお振込みできません',
    body: '銀行や支店が統合などで変わっていることがあります。口座を登録し直してください。残高はそのままです。',
    actions: account('口座を登録し直す', path),
  }),
  holder_name_differs: (path) => ({
    title: '口座名義をご確認ください',
    body: '口座名義(カナ)が、本人確認したお名前と違うようです。お名前の読みが変わった方や、旧姓の口座の方は、口座かお客さま情報をお直しください。残高はそのままです。',
    actions: (
      <>
        {account('口座名義を直す', path)}
        <Link to="/profile/identity">本人確認について見る</Link>
      </>
    ),
  }),
  transfer_in_progress: () => ({
    title: '手続き中のお振込みがあります',
    body: '先のお振込みが済むと、次をご依頼いただけます。二重に振り込まれることはありません。',
    actions: <Link to="/balance">手続きの状況を見る</Link>,
  }),
  transfer_expired: () => ({
    title: 'お支払いの期限を過ぎた残高です',
    body: '残高がなくなることはありません。「期限後のお支払い」で、全額をお受け取りいただけます。',
    actions: <Link to="/balance/special-withdrawal">期限後のお支払いを依頼する</Link>,
  }),
  transfer_not_expired: () => ({
    title: '通常のお振込みをご利用いただけます',
    body: 'お支払いの期限内の残高です。',
    actions: <Link to="/balance/transfer">お振込みを依頼する</Link>,
  }),
  balance_empty: () => ({
    title: 'お振込みできる残高がありません',
    actions: <Link to="/balance">残高を見る</Link>,
  }),
  money_on_hold: () => ({
    title: 'お振込みを一時的に止めています',
    body: '確認中の事項があります。確認が終わりしだいご連絡します。残高はそのままです。',
    actions: <Link to="/contact">お問い合わせ</Link>,
  }),
}

export function TransferRefusal({ error, path }: { error: unknown; path: string }) {
  const code = errorCode(error)
  const known = code && refusals[code]?.(path)
  const ref = useAttention<HTMLDivElement>(error)
  return (
    <Notice
      ref={ref}
      tone={known ? 'wait' : 'late'}
      role="alert"
      title={known?.title ?? 'ご依頼を受け付けられませんでした'}
      actions={known?.actions}
    >
      {known ? known.body : sentenceFor(error)}
    </Notice>
  )
}

type ObstacleProps = {
  obstacle: NonNullable<Balance['obstacle']>
  balance: Balance
  customer: OwnCustomer | undefined
  path: string
}

/** Told before anything is asked: what keeps the money from going, and how to mend it. */
export function TransferObstacle({ obstacle, balance, customer, path }: ObstacleProps) {
  const holder = customer?.bankAccount?.accountHolderKana
  const known = refusals[obstacle]?.(path)
  if (!known) return null
  if (obstacle === 'holder_name_differs' && balance.verifiedNamesKana.length === 0)
    return (
      <Notice
        tone="wait"
        title="先に本人確認をお済ませください"
        actions={<Link to="/profile/identity">本人確認に進む</Link>}
      >
        本人確認したお名前と口座名義が同じであることを確かめてから、お振込みします。残高はそのままです。
      </Notice>
    )
  return (
    <>
      <Notice tone="wait" title={known.title} actions={known.actions}>
        {known.body}
      </Notice>
      {obstacle === 'holder_name_differs' && holder && (
        <Card tight style={{ padding: '4px 18px' }}>
          <DefinitionList
            items={[
              {
                key: 'verified',
                term: '本人確認したお名前',
                value: balance.verifiedNamesKana.map(toFullKatakana).join('、'),
              },
              { key: 'holder', term: 'ご登録の口座名義', value: toFullKatakana(holder) },
            ]}
          />
        </Card>
      )}
    </>
  )
}
