import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { agentAuthorityLabel, bankAccountType, customerGender, job, labelOf } from '#contract/codes'
import { customerCalls } from '#contract/customer'
import { formatDateJa } from '#contract/day'
import { formatPostalCode } from '#contract/text'
import { IdentificationCard } from '#web/features/identity/shared/identification-card.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { type Definition, DefinitionList } from '#web/ui/definition-list.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { RegistrationLink } from '../shared/registration-link.tsx'
import { PurchaseStopCard } from './purchase-stop-card.tsx'

type Customer = AskResult<typeof customerCalls.shopCustomer>

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  '& h2': { ...theme.typography.h3, marginBottom: 6 },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: '400px minmax(0, 1fr)' },
}))

/** The server records every view. */
export default function CustomerPage() {
  const { shop, id } = useParams({ strict: false })
  const params = { shopPk: Number(shop), id: Number(id) }
  const state = useCall(customerCalls.shopCustomer, { params })
  return (
    <DetailPage
      title={state.data ? `${state.data.name} 様` : 'お客さま'}
      lead={state.data && <Chips customer={state.data} />}
      actions={
        <QuietLink to="/biz/requests" search={{ customer_id: params.id }}>
          このお客さまの申し込み
        </QuietLink>
      }
    >
      <p style={{ marginTop: -8, fontSize: 12 }}>
        <Link to="/biz/customers" search={{ shop }}>
          ‹ お客さま一覧
        </Link>{' '}
        <Muted>この画面を開いたことは記録されます。</Muted>
      </p>
      <WhenRead state={state} skeleton={<TableSkeleton />}>
        {(customer) => (
          <Grid>
            <Stack gap={16}>
              <Card>
                <h2>登録の内容</h2>
                <DefinitionList items={profile(customer)} />
              </Card>
              <Card>
                <h2>振込先</h2>
                <Account account={customer.bankAccount} bounceReason={customer.bounceReason} />
              </Card>
              <Card>
                <h2>お取引</h2>
                <DefinitionList items={dealings(customer)} />
              </Card>
              <PurchaseStopCard shop={params.shopPk} customer={params.id} stop={customer.purchaseStop} />
            </Stack>
            <IdentificationCard shop={params.shopPk} customer={customer} />
          </Grid>
        )}
      </WhenRead>
    </DetailPage>
  )
}

function Chips({ customer }: { customer: Customer }) {
  return (
    <Row gap={6}>
      <Muted>{customer.nameKana}</Muted>
      <StatusChip tone={customer.isIdentityVerified ? 'ok' : 'wait'}>
        {customer.isIdentityVerified ? '本人確認済み' : '本人確認前'}
      </StatusChip>
      {customer.isCorporate && <StatusChip tone="gray">法人</StatusChip>}
      {customer.isPurchaseDisabled && <StatusChip tone="late">新しい申し込みを停止中</StatusChip>}
      {customer.isTransferExpired && <StatusChip tone="wait">お支払い期限を過ぎた残高</StatusChip>}
    </Row>
  )
}

const corporation = (customer: Customer): Definition[] => [
  { key: 'number', term: '法人番号', value: customer.corporateNumber || '未登録' },
  {
    key: 'agent',
    term: '取引担当者',
    value: customer.agentName
      ? `${customer.agentName}(${customer.agentNameKana})・${labelOf(agentAuthorityLabel, customer.agentAuthority)}`
      : '未登録',
  },
]

function birthdayOf({ birthday, age, isCorporate }: Customer): string {
  const more = [age === null ? '' : `${age}歳`, isCorporate ? '取引担当者' : ''].filter(Boolean).join('・')
  const plain = birthday === null ? '' : formatDateJa(birthday).replace(/\(.\)$/, '')
  return more === '' ? plain : `${plain}(${more})`
}

function profile(customer: Customer): Definition[] {
  const { postalCode, prefecture, city, address1, address2 } = customer.address
  return [
    ...(customer.isCorporate ? corporation(customer) : []),
    {
      key: 'birthday',
      term: '生年月日',
      value: customer.birthday ? birthdayOf(customer) : '未登録',
    },
    { key: 'gender', term: '性別', value: labelOf(customerGender, customer.gender) },
    {
      key: 'job',
      term: '職業',
      value: [labelOf(job, customer.job), customer.jobDetail].filter(Boolean).join(' '),
    },
    {
      key: 'address',
      term: 'ご住所',
      value: postalCode
        ? `〒${formatPostalCode(postalCode)} ${prefecture}${city}${address1} ${address2}`
        : '未登録',
    },
    { key: 'phone', term: '電話', value: customer.phone || '未登録' },
    { key: 'email', term: 'メール', value: customer.email || '—' },
    {
      key: 'invoice',
      term: 'インボイス',
      value: customer.isInvoiceIssuer ? (
        <>
          {customer.invoiceRegistrationNumber || '登録あり'}{' '}
          <RegistrationLink number={customer.invoiceRegistrationNumber} />
        </>
      ) : (
        '登録なし'
      ),
    },
  ]
}

function Account({ account, bounceReason }: { account: Customer['bankAccount']; bounceReason: string }) {
  if (!account) return <Muted>まだ登録がありません。</Muted>
  return (
    <DefinitionList
      items={[
        { key: 'bank', term: '銀行', value: `${account.bankName} ${account.branchName}` },
        {
          key: 'number',
          term: '口座',
          value: `${labelOf(bankAccountType, account.accountType)} ${account.accountNumber}`,
        },
        { key: 'holder', term: '名義', value: account.accountHolderKana },
        ...(bounceReason ? [{ key: 'bounce', term: '前回の振込', value: `組戻し(${bounceReason})` }] : []),
      ]}
    />
  )
}

const dealings = (customer: Customer): Definition[] => [
  { key: 'count', term: '申し込み', value: `${customer.requestCount}回` },
  { key: 'total', term: '買取の合計', value: <Yen amount={customer.purchasedTotal} /> },
  {
    key: 'rate',
    term: '承諾率',
    value: customer.acceptanceRate === null ? '—' : `${Math.round(customer.acceptanceRate * 100)}%`,
  },
  { key: 'balance', term: '残高', value: <Yen amount={customer.balanceWithCompany} /> },
  ...(customer.receivableWithCompany > 0
    ? [
        {
          key: 'receivable',
          term: '返金の未収',
          value: (
            <>
              <Yen amount={customer.receivableWithCompany} />{' '}
              <Muted style={{ display: 'block', fontSize: 12 }}>
                お振込みのあとに取り消された売却の代金です。次の買取代金から自動で差し引きます。
              </Muted>
            </>
          ),
        },
      ]
    : []),
]
