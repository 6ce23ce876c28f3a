import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ErrorCode } from '#contract/error'
import { errorCode, sentenceFor } from '#web/lib/ask.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useAttention } from '#web/ui/use-attention.ts'

type Refusal = { title: string; body?: string; actions?: ReactNode }

const account = (words: string) => (
  <Link to="/profile/bank-account" search={{ returnUrl: '/balance/transfer' }}>
    {words}
  </Link>
)

const refusals: Partial<Record<ErrorCode, Refusal>> = {
  bank_account_missing: {
    title: '振込先の口座をご登録ください',
    body: '口座を登録すると、この画面に戻って続けられます。',
    actions: account('口座を登録する'),
  },
  bank_account_unusable: {
    title: 'ご登録の口座へはお振込みできません',
    body: '銀行や支店が統合などで変わっていることがあります。口座を登録し直してください。残高はそのままです。',
    actions: account('口座を登録し直す'),
  },
  holder_name_differs: {
    title: '口座名義をご確認ください',
    body: '口座名義(カナ)が、本人確認したお名前と違うようです。お名前の読みが変わった方や、旧姓の口座の方は、口座かお客さま情報をお直しください。残高はそのままです。',
    actions: (
      <>
        {account('口座名義を直す')}
        <Link to="/profile/identity">本人確認について見る</Link>
      </>
    ),
  },
  transfer_in_progress: {
    title: '手続き中のお振込みがあります',
    body: '先のお振込みが済むと、次をご依頼いただけます。二重に振り込まれることはありません。',
    actions: <Link to="/balance">手続きの状況を見る</Link>,
  },
  transfer_expired: {
    title: 'お支払いの期限を過ぎた残高です',
    body: '残高がなくなることはありません。お問い合わせ窓口へご連絡ください。',
    actions: <Link to="/contact">お問い合わせ</Link>,
  },
  balance_empty: {
    title: 'お振込みできる残高がありません',
    actions: <Link to="/balance">残高を見る</Link>,
  },
  money_on_hold: {
    title: 'お振込みを一時的に止めています',
    body: '確認中の事項があります。確認が終わりしだいご連絡します。残高はそのままです。',
    actions: <Link to="/contact">お問い合わせ</Link>,
  },
}

export function TransferRefusal({ error }: { error: unknown }) {
  const code = errorCode(error)
  const known = code && refusals[code]
  const ref = useAttention<HTMLDivElement>(error)
  return (
    <Notice
      ref={ref}
      tone={known ? 'wait' : 'late'}
      role="alert"
      title={known?.title ?? 'お振込みのご依頼を受け付けられませんでした'}
      actions={known?.actions}
    >
      {known ? known.body : sentenceFor(error)}
    </Notice>
  )
}
