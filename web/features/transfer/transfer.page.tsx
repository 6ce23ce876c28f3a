import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { bankAccountType, labelOf } from '#contract/codes'
import { customerCalls } from '#contract/customer'
import { formatYen, toFullKatakana } from '#contract/text'
import { transferCalls } from '#contract/transfer'
import { type AskResult, fieldErrors } from '#web/lib/ask.ts'
import { shortDate } from '#web/lib/dates.ts'
import { useDraft } from '#web/lib/draft.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { MainLink, QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { BackMark, Page, Section, Stack } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { Balance } from './balance.page.tsx'
import { TransferRefusal } from './transfer-refusal.tsx'
import { accountText, type OwnCustomer, useOwnCustomer } from './use-own-customer.ts'

type Done = AskResult<typeof transferCalls.request>

const back = (
  <Link to="/balance">
    <BackMark />
    残高
  </Link>
)

export default function TransferPage() {
  const balance = useCall(transferCalls.balance)
  const customer = useOwnCustomer()
  const [done, setDone] = useState<Done>()
  if (done) return <Accepted done={done} customer={customer} />
  return (
    <Page title="お振込みを依頼する" back={back}>
      <WhenShown state={balance} skeleton={<FormSkeleton count={2} />}>
        {(known) => <Asking balance={known} customer={customer} onDone={setDone} />}
      </WhenShown>
    </Page>
  )
}

type Props = { balance: Balance; customer: OwnCustomer | undefined; onDone: (done: Done) => void }

function Asking(props: Props) {
  const { balance } = props
  if (balance.transferInProgress) {
    return (
      <Empty title="手続き中のお振込みがあります" action={<MainLink to="/balance">状況を見る</MainLink>}>
        {formatYen(balance.transferInProgress.amount)}
        のお振込みを進めています。済むと、次をご依頼いただけます。
      </Empty>
    )
  }
  if (balance.balance <= 0) {
    return (
      <Empty
        title="お振込みできる残高がありません"
        action={<MainLink to="/requests">申し込みを見る</MainLink>}
      >
        買取が成立すると、代金が残高に入ります。
      </Empty>
    )
  }
  return <TransferForm {...props} />
}

function amountProblem(amount: number | null, balance: number): string | undefined {
  if (amount === null) return '金額を入力してください。'
  if (amount < 1) return '1円以上の金額を入力してください。'
  if (amount > balance) return `残高は${formatYen(balance)}です。それ以下の金額を入力してください。`
  return undefined
}

function TransferForm({ balance, customer, onDone }: Props) {
  const own = useCall(customerCalls.list)
  const confirm = useConfirm()
  const draft = useDraft<{ amount: number | null; touched: boolean }>('transfer', {
    amount: null,
    touched: false,
  })
  const amount = draft.value.touched ? draft.value.amount : balance.balance
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const send = useMutationOf(transferCalls.request, {
    onSuccess: (result) => {
      draft.clear()
      onDone(result)
    },
    onError: (error) => setProblem(fieldErrors(error).amount?.join(' ')),
    rereadsOnError: true,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = amountProblem(amount, balance.balance)
    setProblem(found)
    if (found) field.current?.focus()
    if (found || amount === null || send.isPending) return
    const sure = await confirm({
      title: 'この内容でお振込みを依頼しますか',
      confirm: `${formatYen(amount)}のお振込みを依頼する`,
      body: <ConfirmBody {...{ balance, customer, amount }} />,
    })
    // Without an amount the whole balance is transferred, including money that came in meanwhile.
    if (sure) send.mutate({ body: draft.value.touched && amount !== balance.balance ? { amount } : {} })
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={24}>
        {send.error && !problem && <TransferRefusal error={send.error} />}
        <YenField
          ref={field}
          label="お振込みの金額"
          required
          help={`残高は${formatYen(balance.balance)}です。はじめは全額が入っています。`}
          name="amount"
          value={amount}
          error={problem}
          onChange={(next) => draft.setValue({ amount: next, touched: true })}
        />
        <WhenShown state={own}>{({ results }) => <Destination customer={results[0]} />}</WhenShown>
        <Card tight style={{ padding: '4px 18px' }}>
          <DefinitionList
            items={[
              { key: 'on', term: 'お振込みの日', value: `${shortDate(balance.nextScheduledOn)}の予定です` },
              { key: 'fee', term: '手数料', value: '¥0' },
            ]}
          />
        </Card>
        <NextButton type="submit" pending={send.isPending}>
          内容を確認する
        </NextButton>
      </Stack>
    </form>
  )
}

function Destination({ customer }: { customer: OwnCustomer | undefined }) {
  const account = customer?.bankAccount
  if (!account) {
    return (
      <Notice
        tone="wait"
        title="振込先の口座をご登録ください"
        actions={
          <Link to="/profile/bank-account" search={{ returnUrl: '/balance/transfer' }}>
            口座を登録する
          </Link>
        }
      >
        登録すると、この画面に戻って続けられます。
      </Notice>
    )
  }
  return (
    <Section title="振込先">
      <Card tight style={{ padding: '4px 18px' }}>
        <DefinitionList
          items={[
            {
              key: 'to',
              term: '口座',
              value: accountText(account, labelOf(bankAccountType, account.accountType)),
            },
            { key: 'holder', term: '口座名義', value: toFullKatakana(account.accountHolderKana) },
          ]}
        />
      </Card>
      <p style={{ marginTop: 8, fontSize: 13 }}>
        口座名義は、本人確認したお名前({customer.nameKana})と同じである必要があります。
        <Link to="/profile/bank-account" search={{ returnUrl: '/balance/transfer' }}>
          口座を変える
        </Link>
      </p>
    </Section>
  )
}

type ConfirmProps = { balance: Balance; customer: OwnCustomer | undefined; amount: number }

function ConfirmBody({ balance, customer, amount }: ConfirmProps) {
  const account = customer?.bankAccount
  return (
    <DefinitionList
      items={[
        { key: 'amount', term: '金額', value: <Yen amount={amount} size={20} /> },
        {
          key: 'to',
          term: '振込先',
          value: account
            ? `${accountText(account, labelOf(bankAccountType, account.accountType))} ${toFullKatakana(account.accountHolderKana)}`
            : 'ご登録の口座',
        },
        { key: 'on', term: 'お振込みの日', value: `${shortDate(balance.nextScheduledOn)}の予定です` },
        {
          key: 'left',
          term: 'お振込み後の残高',
          value: <Yen amount={balance.balance - amount} strong={false} />,
        },
      ]}
    />
  )
}

function Accepted({ done, customer }: { done: Done; customer: OwnCustomer | undefined }) {
  const account = customer?.bankAccount
  useEffect(() => {
    window.scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('#main h1')?.focus()
  }, [])
  return (
    <Page title="お振込みのご依頼を受け付けました" back={back}>
      <Stack gap={16}>
        <Card>
          <Yen amount={done.amount} size={36} />
          <DefinitionList
            items={[
              {
                key: 'on',
                term: 'お振込みの日',
                value: done.scheduledOn
                  ? `${shortDate(done.scheduledOn)}の予定です`
                  : '決まりしだいお知らせします',
              },
              ...(account
                ? [
                    {
                      key: 'to',
                      term: '振込先',
                      value: accountText(account, labelOf(bankAccountType, account.accountType)),
                    },
                  ]
                : []),
              { key: 'left', term: 'お振込み後の残高', value: <Yen amount={done.balance} strong={false} /> },
            ]}
          />
        </Card>
        <p>
          次は運営の番です。お振込みが済んだら、メールとお知らせでご案内します。済むまで、口座の変更はできません。
        </p>
        <MainLink to="/balance">残高を見る</MainLink>
        <QuietLink to="/mypage">マイページへ</QuietLink>
      </Stack>
    </Page>
  )
}
