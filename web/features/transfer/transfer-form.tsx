import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { bankAccountType, labelOf } from '#contract/codes'
import { customerCalls } from '#contract/customer'
import { formatYen, toFullKatakana } from '#contract/text'
import { bankCutOffHour, transferCalls } from '#contract/transfer'
import { fieldErrors } from '#web/lib/ask.ts'
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
import { TransferObstacle, TransferRefusal } from './transfer-refusal.tsx'
import { accountText, type OwnCustomer, useOwnCustomer } from './use-own-customer.ts'

/** The route of an ordinary balance, and that of one whose deadline has passed. */
export type Route = 'ordinary' | 'special'

const routes = {
  ordinary: {
    path: '/balance/transfer',
    title: 'お振込みを依頼する',
    lead: undefined,
    noun: 'お振込み',
    amount: 'お振込みの金額',
    accepted: 'お振込みのご依頼を受け付けました',
    next: '次は運営の番です。お振込みが済んだら、メールとお知らせでご案内します。済むまで、口座の変更はできません。',
  },
  special: {
    path: '/balance/special-withdrawal',
    title: '期限後のお支払いを依頼する',
    lead: '代金が入ってから180日のあいだお振込みできなかった残高です。残高がなくなることはありません。運営の担当者2人が内容を確認してから、お振込みします。',
    noun: '期限後のお支払い',
    amount: 'お支払いの金額',
    accepted: '期限後のお支払いのご依頼を受け付けました',
    next: '次は運営の番です。担当者2人が内容を確認します。お振込みの日が決まったときと、お振込みが済んだときに、メールとお知らせでご案内します。済むまで、口座の変更はできません。',
  },
} as const

type Done = { amount: number; balance: number; arrives: string | null }

const back = (
  <Link to="/balance">
    <BackMark />
    残高
  </Link>
)

const arrivesText = (date: string | null): string =>
  date ? `${shortDate(date)}の予定です` : '運営の確認が済みしだい、お知らせします'

export function TransferPageOf({ route }: { route: Route }) {
  const balance = useCall(transferCalls.balance)
  const customer = useOwnCustomer()
  const [done, setDone] = useState<Done>()
  const { title, lead } = routes[route]
  if (done) return <Accepted {...{ route, done, customer }} />
  return (
    <Page title={title} lead={lead} back={back}>
      <WhenShown state={balance} skeleton={<FormSkeleton count={2} />}>
        {(known) => <Asking {...{ route, customer }} balance={known} onDone={setDone} />}
      </WhenShown>
    </Page>
  )
}

type Props = {
  route: Route
  balance: Balance
  customer: OwnCustomer | undefined
  onDone: (done: Done) => void
}

function Asking(props: Props) {
  const { route, balance } = props
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
  const right = balance.isTransferExpired ? 'special' : 'ordinary'
  return route === right ? <TransferForm {...props} /> : <OtherRoute route={right} />
}

const OtherRoute = ({ route }: { route: Route }) =>
  route === 'special' ? (
    <Empty
      title="お支払いの期限を過ぎた残高です"
      action={<MainLink to="/balance/special-withdrawal">期限後のお支払いを依頼する</MainLink>}
    >
      残高がなくなることはありません。「期限後のお支払い」で、全額をお受け取りいただけます。
    </Empty>
  ) : (
    <Empty
      title="通常のお振込みをご利用いただけます"
      action={<MainLink to="/balance/transfer">お振込みを依頼する</MainLink>}
    >
      お支払いの期限内の残高です。担当者の確認を待たずにお振込みできます。
    </Empty>
  )

function amountProblem(amount: number | null, balance: number): string | undefined {
  if (amount === null) return '金額を入力してください。'
  if (amount < 1) return '1円以上の金額を入力してください。'
  if (amount > balance) return `残高は${formatYen(balance)}です。それ以下の金額を入力してください。`
  return undefined
}

function useSend(route: Route, done: { onDone: (done: Done) => void; onError: (error: unknown) => void }) {
  const ordinary = useMutationOf(transferCalls.request, {
    onSuccess: ({ amount, balance, scheduledOn }) => done.onDone({ amount, balance, arrives: scheduledOn }),
    onError: done.onError,
    rereadsOnError: true,
  })
  const special = useMutationOf(transferCalls.specialWithdrawal, {
    onSuccess: ({ amount, balance }) => done.onDone({ amount, balance, arrives: null }),
    onError: done.onError,
    rereadsOnError: true,
  })
  const send = (body: { amount?: number }) =>
    route === 'special'
      ? special.mutate({ body: { ...body, shouldSpecialWithdrawal: true } })
      : ordinary.mutate({ body })
  const { isPending, error } = route === 'special' ? special : ordinary
  return { send, isPending, error }
}

function TransferForm({ route, balance, customer, onDone }: Props) {
  const own = useCall(customerCalls.list)
  const confirm = useConfirm()
  const draft = useDraft<{ amount: number | null; touched: boolean }>('transfer', {
    amount: null,
    touched: false,
  })
  const amount = draft.value.touched ? draft.value.amount : balance.balance
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const words = routes[route]
  const { send, isPending, error } = useSend(route, {
    onDone: (done) => {
      draft.clear()
      onDone(done)
    },
    onError: (failed) => setProblem(fieldErrors(failed).amount?.join(' ')),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = amountProblem(amount, balance.balance)
    setProblem(found)
    if (found) field.current?.focus()
    if (found || amount === null || isPending) return
    const sure = await confirm({
      title: `この内容で${words.noun}を依頼しますか`,
      confirm: `${formatYen(amount)}の${words.noun}を依頼する`,
      body: <ConfirmBody {...{ route, balance, customer, amount }} />,
    })
    // Without an amount the whole balance is transferred, including money that came in meanwhile.
    if (sure) send(draft.value.touched && amount !== balance.balance ? { amount } : {})
  }
  const { obstacle } = balance
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={24}>
        {error && !problem ? (
          <TransferRefusal error={error} path={words.path} />
        ) : (
          obstacle && <TransferObstacle {...{ obstacle, balance, customer }} path={words.path} />
        )}
        {obstacle && !error ? (
          <Card tight style={{ padding: '4px 18px' }}>
            <DefinitionList
              items={[
                { key: 'amount', term: words.amount, value: <Yen amount={balance.balance} size={18} /> },
              ]}
            />
          </Card>
        ) : (
          <YenField
            ref={field}
            label={words.amount}
            required
            help={`残高は${formatYen(balance.balance)}です。はじめは全額が入っています。`}
            name="amount"
            value={amount}
            error={problem}
            onChange={(next) => draft.setValue({ amount: next, touched: true })}
          />
        )}
        <WhenShown state={own}>
          {({ results }) => <Destination customer={results[0]} path={words.path} obstacle={obstacle} />}
        </WhenShown>
        {(!obstacle || error) && (
          <>
            <Card tight style={{ padding: '4px 18px' }}>
              <DefinitionList
                items={[
                  { key: 'on', term: 'ご入金の日', value: <Arrival {...{ route, balance }} /> },
                  { key: 'fee', term: '手数料', value: '¥0' },
                ]}
              />
            </Card>
            <NextButton type="submit" pending={isPending}>
              内容を確認する
            </NextButton>
          </>
        )}
      </Stack>
    </form>
  )
}

const Arrival = ({ route, balance }: { route: Route; balance: Balance }) =>
  route === 'special' ? (
    '運営の確認が済みしだい、お知らせします。確認の翌営業日が目安です。'
  ) : (
    <>
      {arrivesText(balance.nextScheduledOn)}
      <small style={{ display: 'block' }}>
        {`銀行の営業日の${bankCutOffHour}時までのご依頼は、翌営業日のご入金です。土日・祝日・年末年始は次の営業日になります。`}
      </small>
    </>
  )

type DestinationProps = {
  customer: OwnCustomer | undefined
  path: string
  obstacle: Balance['obstacle']
}

function Destination({ customer, path, obstacle }: DestinationProps) {
  const account = customer?.bankAccount
  if (!account) {
    // The obstacle above already leads to the form.
    if (obstacle === 'bank_account_missing') return null
    return (
      <Notice
        tone="wait"
        title="振込先の口座をご登録ください"
        actions={
          <Link to="/profile/bank-account" search={{ returnUrl: path }}>
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
        <Link to="/profile/bank-account" search={{ returnUrl: path }}>
          口座を変える
        </Link>
      </p>
    </Section>
  )
}

type ConfirmProps = { route: Route; balance: Balance; customer: OwnCustomer | undefined; amount: number }

function ConfirmBody({ route, balance, customer, amount }: ConfirmProps) {
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
        {
          key: 'on',
          term: 'ご入金の日',
          value: arrivesText(route === 'special' ? null : balance.nextScheduledOn),
        },
        {
          key: 'left',
          term: 'お振込み後の残高',
          value: <Yen amount={balance.balance - amount} strong={false} />,
        },
      ]}
    />
  )
}

type AcceptedProps = { route: Route; done: Done; customer: OwnCustomer | undefined }

function Accepted({ route, done, customer }: AcceptedProps) {
  const account = customer?.bankAccount
  useEffect(() => {
    window.scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('#main h1')?.focus()
  }, [])
  const { accepted, next } = routes[route]
  return (
    <Page title={accepted} back={back}>
      <Stack gap={16}>
        <Card>
          <Yen amount={done.amount} size={36} />
          <DefinitionList
            items={[
              { key: 'on', term: 'ご入金の日', value: arrivesText(done.arrives) },
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
        <p>{next}</p>
        <MainLink to="/balance">残高を見る</MainLink>
        <QuietLink to="/mypage">マイページへ</QuietLink>
      </Stack>
    </Page>
  )
}
