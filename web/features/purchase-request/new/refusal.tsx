import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ErrorCode } from '#contract/error'
import { errorCode, sentenceFor } from '#web/lib/ask.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useAttention } from '#web/ui/use-attention.ts'

const contact = <Link to="/contact">お問い合わせ</Link>

type Refusal = { title: string; more?: string; actions?: ReactNode }

const refusals: Partial<Record<ErrorCode, Refusal>> = {
  customer_incomplete: {
    title: 'お客さま情報の登録がまだ終わっていません',
    more: '登録が終わると、この画面に戻って続きから送れます。入力した内容は残っています。',
    actions: (
      <Link to="/profile" search={{ returnUrl: '/requests/new?step=4' }}>
        お客さま情報を登録する
      </Link>
    ),
  },
  under_age: {
    title: '18歳になってからお申し込みいただけます',
    more: '生年月日の入力に間違いがあるときは、お客さま情報で直せます。',
    actions: (
      <Link to="/profile" search={{ returnUrl: '/requests/new' }}>
        生年月日を確認する
      </Link>
    ),
  },
  corporate_not_supported: { title: '法人名義のお申し込みは準備中です', actions: contact },
  purchase_disabled: {
    title: 'いまは新しいお申し込みをお受けできません',
    actions: (
      <>
        {contact}
        <Link to="/balance">残高を見る</Link>
      </>
    ),
  },
  terms_outdated: { title: '利用規約が新しくなりました' },
}

/** Why the request was not taken, what is safe, and the way on. */
export function RefusalNotice({ error }: { error: unknown }) {
  const code = errorCode(error)
  const known = code && refusals[code]
  const ref = useAttention<HTMLDivElement>(error)
  return (
    <Notice
      ref={ref}
      tone="late"
      role="alert"
      title={known?.title ?? '送信できませんでした'}
      actions={known?.actions}
    >
      {sentenceFor(error)} {known?.more}
    </Notice>
  )
}

type Standing = {
  isPurchaseDisabled: boolean
  isCorporate: boolean
  profileComplete: boolean
}

/** What can be known before anything is filled in is said before. */
export function StandingNotice({ customer }: { customer: Standing | undefined }) {
  if (customer?.isPurchaseDisabled)
    return (
      <Notice
        tone="late"
        title={refusals.purchase_disabled?.title}
        actions={refusals.purchase_disabled?.actions}
      >
        お問い合わせ窓口へご連絡ください。残高のお振込みはこれまでどおりご利用いただけます。
      </Notice>
    )
  if (customer?.isCorporate)
    return (
      <Notice tone="wait" title={refusals.corporate_not_supported?.title} actions={contact}>
        法人のお客さまの本人確認方法を準備しています。
      </Notice>
    )
  if (customer?.profileComplete) return null
  return (
    <Notice
      tone="wait"
      title="送る前に、お客さま情報の登録が必要です"
      actions={
        <Link to="/profile" search={{ returnUrl: '/requests/new' }}>
          先に登録する
        </Link>
      }
    >
      お名前・ご住所・生年月日・ご職業・電話番号です。あとから登録しても、ここでの入力は残ります。
    </Notice>
  )
}
