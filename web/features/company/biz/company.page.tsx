import { Link, useParams } from '@tanstack/react-router'
import { setupCalls } from '#contract/setup'
import { formatPostalCode, formatYen } from '#contract/text'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { Card } from '#web/ui/card.tsx'
import { type Definition, DefinitionList } from '#web/ui/definition-list.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BackMark, Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type Company, companyLabels, phoneText } from './company.rules.ts'
import { CompanyShops } from './company-shops.tsx'
import { CompanyUsers } from './company-users.tsx'
import { SetupSection } from './setup-parts.tsx'

const back = (
  <Link to="/biz/companies" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    会社の一覧
  </Link>
)

export default function CompanyPage() {
  const { id } = useParams({ strict: false })
  const read = useCall(setupCalls.company, { params: { id: Number(id) } })
  const mayEdit = useStaff()?.isAdmin === true
  if (!read.data)
    return (
      <DetailPage title="会社" actions={back}>
        {read.isError ? <Failed state={read} /> : <Loading skeleton={<TableSkeleton />} />}
      </DetailPage>
    )
  const company = read.data
  return (
    <DetailPage
      title={company.name}
      lead={company.isOperator && <StatusChip tone="plain">運営</StatusChip>}
      actions={back}
    >
      <Stack gap={24} style={{ maxWidth: 960 }}>
        <SetupSection
          title="会社の情報"
          action={
            mayEdit && (
              <QuietLink to="/biz/companies/$id/edit" params={{ id: String(company.id) }}>
                会社の情報を変更する
              </QuietLink>
            )
          }
        >
          <Card>
            <DefinitionList items={definitionsOf(company)} />
          </Card>
        </SetupSection>
        {!company.isOperator && <CompanyShops company={company} mayEdit={mayEdit} />}
        <CompanyUsers company={company} mayEdit={mayEdit} />
        {!mayEdit && <Muted style={{ fontSize: 12 }}>登録と変更は、運営の管理者が行います。</Muted>}
      </Stack>
    </DetailPage>
  )
}

const definitionsOf = (company: Company): Definition[] => [
  { key: 'representative', term: companyLabels.representative, value: company.representative || '—' },
  ...(company.isOperator && company.licenseNumber === ''
    ? []
    : [
        {
          key: 'license',
          term: '許可証',
          value: (
            <>
              {company.publicSafetyCommission}{' '}
              <span style={{ whiteSpace: 'nowrap' }}>{company.licenseNumber}</span>
            </>
          ),
        },
      ]),
  {
    key: 'address',
    term: companyLabels.address,
    value: `〒${formatPostalCode(company.postalCode)} ${company.address}`,
  },
  { key: 'phone', term: companyLabels.phone, value: phoneText(company.phone) || '—' },
  ...(company.isOperator
    ? []
    : [
        {
          key: 'reply',
          term: '回答の期限',
          value: `査定結果のお知らせから${company.replyBusinessDays}営業日`,
        },
        {
          key: 'return',
          term: companyLabels.returnCost,
          value: company.returnCost === 0 ? '無料' : `お客さま負担 ${formatYen(company.returnCost)}`,
        },
      ]),
  {
    key: 'store',
    term: 'ストア',
    value: (
      <>
        {company.storeKey} <Muted style={{ fontSize: 12 }}>/?store={company.storeKey}</Muted>
      </>
    ),
  },
]
