import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { applicationRefusal } from '#contract/application'
import { ageOn } from '#contract/day'
import type { ErrorCode } from '#contract/error'
import type { Customer } from '#web/features/customer/shared/profile.rules.ts'
import { errorCode, sentenceFor } from '#web/lib/ask.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useAttention } from '#web/ui/use-attention.ts'

const contact = <Link to="/contact">お問い合わせ</Link>

type Refusal = { title: string; more?: string; actions?: ReactNode }

const refusals: Partial<Record<ErrorCode, Refusal>> = {
  customer_incomplete: {
    title: 'お客さまの情報をもう一度ご確認ください',
    more: 'ここまでに入力した内容は残っています。',
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
      {sentenceFor(error)}
      {known?.more}
    </Notice>
  )
}

type Standing = Pick<Customer, 'isPurchaseDisabled' | 'birthday'>

const obstacles = {
  purchase_disabled: 'お問い合わせ窓口へご連絡ください。残高のお振込みはこれまでどおりご利用いただけます。',
  under_age: '18歳未満の方からはお買い取りできません。ご登録いただいた内容はそのまま残ります。',
} as const satisfies Partial<Record<ErrorCode, string>>

type Obstacle = keyof typeof obstacles

export function obstacleOf(customer: Standing | undefined, today: string): Obstacle | undefined {
  if (!customer) return undefined
  if (customer.isPurchaseDisabled) return 'purchase_disabled'
  const refusal = applicationRefusal({
    age: customer.birthday ? ageOn(customer.birthday, today) : null,
    // The form asks for what is missing.
    profile_complete: true,
  })
  return refusal === null || refusal === 'customer_incomplete' ? undefined : refusal
}

export function ObstacleNotice({ obstacle, ref }: { obstacle: Obstacle; ref?: Ref<HTMLDivElement> }) {
  const { title, more, actions } = refusals[obstacle] ?? {}
  return (
    <Notice tone="wait" title={title} actions={actions} ref={ref}>
      {obstacles[obstacle]}
      {more}
    </Notice>
  )
}
