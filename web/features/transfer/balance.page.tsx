import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { bankAccountType, labelOf, transferStatusLabel } from '#contract/codes'
import { formatDateJa } from '#contract/day'
import { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDate } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Page, Section, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { AutoTransfer } from './auto-transfer.tsx'
import { EntryTable } from './entry-table.tsx'
import { accountText, type OwnCustomer, useOwnCustomer } from './use-own-customer.ts'

export type Balance = AskResult<typeof transferCalls.balance>

const NEWEST = 5

const Amount = styled(Card)(({ theme }) => ({
  padding: '20px 20px 22px',
  '& .big': { fontSize: 'min(44px, 13.75vw)', lineHeight: 1.2 },
  '& > p': { fontSize: 13, color: theme.okuru.palette.font.sub },
  '& .MuiButton-root': { marginTop: 16 },
}))

export default function BalancePage() {
  const balance = useCall(transferCalls.balance)
  const customer = useOwnCustomer()
  return (
    <Page title="残高">
      <WhenShown state={balance} skeleton={<CardListSkeleton />}>
        {(known) => <Shown balance={known} customer={customer} />}
      </WhenShown>
    </Page>
  )
}

function Shown({ balance, customer }: { balance: Balance; customer: OwnCustomer | undefined }) {
  const mayAsk = balance.balance > 0 && !balance.transferInProgress
  return (
    <>
      <Stack gap={12}>
        <BalanceNotices balance={balance} customer={customer} />
        <Amount>
          <p>お振込みできる金額</p>
          <div className="big">
            <Yen amount={balance.balance} />
          </div>
          {balance.autoTransferOn && (
            <p>{shortDate(balance.autoTransferOn)}に、ご登録の口座への自動のお振込みを始めます。</p>
          )}
          {mayAsk && (
            <NextLink to={routeOf(balance)}>
              {balance.isTransferExpired ? '期限後のお支払いを依頼する' : 'お振込みを依頼する'}
            </NextLink>
          )}
        </Amount>
        {balance.receivable > 0 && <Owed balance={balance} />}
        {balance.transferInProgress && <OnItsWay transfer={balance.transferInProgress} customer={customer} />}
      </Stack>
      <div style={{ height: 32 }} />
      {balance.balance > 0 && balance.accounts.length > 0 && (
        <Section title="お店の会社ごとの残高">
          <Card tight style={{ padding: '10px 18px' }}>
            <DefinitionList
              sums
              items={[
                ...balance.accounts.map((account) => ({
                  key: String(account.company),
                  term: account.dealer,
                  value: <Yen amount={account.balance} strong={false} />,
                })),
                { key: 'all', term: '合計', value: <Yen amount={balance.balance} />, total: true },
              ]}
            />
          </Card>
        </Section>
      )}
      <Entries />
      {customer && <AutoTransfer customer={customer} />}
    </>
  )
}

const routeOf = ({ isTransferExpired }: Balance) =>
  isTransferExpired ? '/balance/special-withdrawal' : '/balance/transfer'

function BalanceNotices({ balance, customer }: { balance: Balance; customer: OwnCustomer | undefined }) {
  return (
    <>
      {balance.isTransferExpired && balance.balance > 0 && (
        <Notice tone="wait" title="お受け取りいただいていない残高があります">
          代金が入ってから180日のあいだ、お振込みできませんでした。残高がなくなることはありません。「期限後のお支払い」をご依頼いただくと、運営の担当者2人が確認してから、全額をお振込みします。
        </Notice>
      )}
      {balance.bounce && <Bounced balance={balance} bounce={balance.bounce} />}
      {customer && !customer.bankAccount && balance.balance > 0 && (
        <Notice
          tone="wait"
          title="振込先の口座をご登録ください"
          actions={
            <Link to="/profile/bank-account" search={{ returnUrl: routeOf(balance) }}>
              口座を登録する
            </Link>
          }
        >
          登録すると、すぐにお振込みをご依頼いただけます。
        </Notice>
      )}
    </>
  )
}

const Steps = styled('ol')({
  margin: '8px 0 0',
  paddingLeft: 20,
  listStyle: 'decimal',
  '& li + li': { marginTop: 4 },
})

/** What came back, and the two steps that are left to the customer. */
function Bounced({ balance, bounce }: { balance: Balance; bounce: NonNullable<Balance['bounce']> }) {
  const why = bounce.reason === '' ? '' : `理由は「${bounce.reason}」です。`
  return (
    <Notice
      tone="late"
      title="お振込みができませんでした"
      actions={
        <Link to="/profile/bank-account" search={{ returnUrl: routeOf(balance) }}>
          口座を確認する
        </Link>
      }
    >
      {`${formatDateJa(bounce.bouncedOn)}に、代金を残高に戻しました。${why}手数料はいただきません。`}
      <Steps>
        <li>通帳やアプリで、支店・口座番号・口座名義(カナ)をご確認のうえ、ちがうところをお直しください。</li>
        <li>
          もう一度、{balance.isTransferExpired ? '期限後のお支払い' : 'お振込み'}
          をご依頼ください。自動のお振込みは、口座をお直しいただくまで止めています。
        </li>
      </Steps>
    </Notice>
  )
}

function Owed({ balance }: { balance: Balance }) {
  const owed = balance.accounts.filter(({ receivable }) => receivable > 0)
  return (
    <Notice title="次の買取代金から差し引く金額があります">
      お振込みのあとで売却を取り消した分です。
      {owed.map(({ company, dealer, receivable }) => (
        <span key={company} style={{ display: 'block' }}>
          {dealer}: <Yen amount={receivable} />
        </span>
      ))}
      同じ会社のお店に次にお売りいただくときの代金から差し引きます。お客さまのお手続きは必要ありません。
    </Notice>
  )
}

type InProgress = NonNullable<Balance['transferInProgress']>

function OnItsWay({ transfer, customer }: { transfer: InProgress; customer: OwnCustomer | undefined }) {
  const account = customer?.bankAccount
  return (
    <Card>
      <h2 style={{ fontSize: 16 }}>
        手続き中の{transfer.kind === 'special' ? '期限後のお支払い' : 'お振込み'}
      </h2>
      <DefinitionList
        items={[
          { key: 'amount', term: '金額', value: <Yen amount={transfer.amount} size={18} /> },
          { key: 'state', term: '状況', value: labelOf(transferStatusLabel, transfer.status) },
          {
            key: 'on',
            term: 'ご入金の日',
            value: transfer.scheduledOn
              ? `${shortDate(transfer.scheduledOn)}の予定です`
              : '運営の確認が済みしだい、お知らせします',
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
        ]}
      />
      <Muted style={{ fontSize: 13 }}>
        {transfer.scheduledOn
          ? '次は運営の番です。お振込みが済んだらお知らせします。口座に入る時刻は銀行によって異なります。'
          : '次は運営の番です。担当者2人が内容を確認してから、お振込みします。'}
      </Muted>
    </Card>
  )
}

function Entries() {
  const entries = useCall(transferCalls.transactions, { query: { limit: NEWEST } })
  return (
    <WhenShown state={entries}>
      {({ count, results }) =>
        count === 0 ? (
          <Section title="入金・出金">
            <Empty
              title="入金・出金はまだありません"
              action={<QuietLink to="/requests">申し込みを見る</QuietLink>}
            >
              買取が成立すると、代金がここに入ります。
            </Empty>
          </Section>
        ) : (
          <Section title="新しい入金・出金">
            <Stack gap={12}>
              <Card tight style={{ padding: '0 16px 4px' }}>
                <EntryTable entries={results} caption="新しい入金・出金" />
              </Card>
              <QuietLink to="/balance/transactions">年ごとの入金・出金・期末残高を見る</QuietLink>
            </Stack>
          </Section>
        )
      }
    </WhenShown>
  )
}
