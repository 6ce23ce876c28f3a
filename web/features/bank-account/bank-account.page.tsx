import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { customerCalls } from '#contract/customer'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { safeReturnUrl } from '#web/lib/return-url.ts'
import { Empty } from '#web/ui/empty.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackMark, Page, Stack } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import type { BankAccount } from './account.rules.ts'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'

type Customer = AskResult<typeof customerCalls.get>

export default function BankAccountPage() {
  const customers = useCall(customerCalls.list)
  return (
    <Page
      title="振込先の口座"
      lead="買取代金をお振込みする口座です。振込手数料はかかりません。"
      back={
        <Link to="/settings">
          <BackMark />
          設定
        </Link>
      }
    >
      <WhenShown state={customers} skeleton={<FormSkeleton />}>
        {({ results: [customer] }) =>
          customer ? (
            <Account customer={customer} />
          ) : (
            <Empty
              title="先にお客さま情報をご登録ください"
              action={
                <MainLink to="/profile" search={{ returnUrl: '/profile/bank-account' }}>
                  お客さま情報を登録する
                </MainLink>
              }
            >
              お名前をうかがってから、同じ名義の口座を登録できます。
            </Empty>
          )
        }
      </WhenShown>
    </Page>
  )
}

type Done = 'saved' | 'removed'

function Account({ customer }: { customer: Customer }) {
  const { returnUrl }: Record<string, unknown> = useSearch({ strict: false })
  const router = useRouter()
  const [editing, setEditing] = useState(false)
  const [done, setDone] = useState<Done>()
  // Shows the server's response at once, while the record is refetched.
  const [answered, setAnswered] = useState<BankAccount | null>()
  const account = answered === undefined ? customer.bankAccount : answered

  const saved = (stored: BankAccount) => {
    setAnswered(stored)
    setEditing(false)
    setDone('saved')
    if (typeof returnUrl === 'string' && safeReturnUrl(returnUrl, '')) {
      router.history.push(safeReturnUrl(returnUrl, '/balance'))
    }
  }
  return (
    <Stack gap={20}>
      {done && <DoneNotice key={done} done={done} />}
      {account && !editing ? (
        <AccountCard
          account={account}
          transferUnderWay={customer.isTransferInprogress}
          onEdit={() => {
            setDone(undefined)
            setEditing(true)
          }}
          onRemoved={() => {
            setAnswered(null)
            setDone('removed')
          }}
        />
      ) : (
        <AccountForm
          customer={customer}
          account={account}
          onSaved={saved}
          onCancel={account ? () => setEditing(false) : undefined}
        />
      )}
    </Stack>
  )
}

function DoneNotice({ done }: { done: Done }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.scrollIntoView?.({ block: 'center' })
    notice.current?.focus({ preventScroll: true })
  }, [])
  return done === 'saved' ? (
    <Notice ref={notice} role="status" tone="ok" title="口座を登録しました">
      次のお振込みから、この口座を使います。確認のため、メールでもお知らせします。
    </Notice>
  ) : (
    <Notice ref={notice} role="status" tone="ok" title="口座を削除しました">
      お振込みには、新しい口座の登録が必要です。確認のため、メールでもお知らせします。
    </Notice>
  )
}
