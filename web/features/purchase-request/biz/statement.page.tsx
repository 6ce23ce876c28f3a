import { Link, useParams } from '@tanstack/react-router'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { RegistrationLink } from '#web/features/customer/shared/registration-link.tsx'
import { useCall } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Row } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { StatementSheet } from '../shared/statement-sheet.tsx'

export default function BizStatementPage() {
  const { id } = useParams({ from: '/biz/business/biz/requests/$id/statement' })
  const statement = useCall(purchaseRequestCalls.bizStatement, { params: { id: Number(id) } })
  const { data } = statement
  return (
    <DetailPage title="仕入明細書">
      <Row gap={12}>
        <Link to="/biz/requests/$id" params={{ id }}>
          ‹ 申し込み {id}
        </Link>
        <Link to="/biz/requests" search={{ view: 'statement' }}>
          確認待ちの一覧
        </Link>
        {data && (
          <StatusChip tone={data.confirmedAt ? 'ok' : 'wait'}>
            {data.confirmedAt ? 'お客さまが確認済み' : 'お客さまの確認待ち'}
          </StatusChip>
        )}
      </Row>
      {statement.isError && <Failed state={statement} />}
      {statement.isPending && <Loading skeleton={<FormSkeleton />} />}
      {data && (
        <>
          <Card style={{ maxWidth: 820 }}>
            <StatementSheet statement={data} />
          </Card>
          {!data.confirmedAt && (
            <p style={{ maxWidth: 820 }}>
              お客さまが内容を確認するまで、この仕入れの消費税は控除できません。お客さまのマイページに、確認のお願いが出ています。
            </p>
          )}
          <Row>
            <RegistrationLink number={data.sellerRegistrationNumber} />
            <QuietButton startIcon={<Icon name="print" size={18} />} onClick={() => window.print()}>
              印刷する
            </QuietButton>
          </Row>
        </>
      )}
    </DetailPage>
  )
}
