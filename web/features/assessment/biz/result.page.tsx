import { styled } from '@mui/material/styles'
import { useParams } from '@tanstack/react-router'
import { assessmentCalls } from '#contract/assessment'
import { isBeingAssessed } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { Blocks, RequestChips } from '#web/features/purchase-request/shared/biz/request-head.tsx'
import { RequestMoves } from '#web/features/purchase-request/shared/biz/request-moves.tsx'
import type { BizRequest } from '#web/features/purchase-request/shared/biz/types.ts'
import { useBadges } from '#web/features/purchase-request/shared/biz/use-badges.ts'
import { dateTimeJa } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { PublishCard } from './publish-card.tsx'
import { type Assessment, ResultPreview } from './result-preview.tsx'

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignItems: 'start',
  '& h2': { ...theme.typography.h3, marginBottom: 6 },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 380px' },
  [theme.breakpoints.down('lg')]: { '& > .side': { order: -1 } },
}))

export default function ResultPage() {
  const id = Number(useParams({ strict: false }).id)
  const assessment = useCall(assessmentCalls.get, { params: { purchaseRequestPk: id } })
  const request = useCall(purchaseRequestCalls.bizGet, { params: { id } })
  return (
    <DetailPage
      title={request.data ? `${request.data.customerName} 様の査定結果` : '査定結果'}
      lead={
        request.data && (
          <>
            <Muted>{`申し込み ${id} ・ ${request.data.shopName}`}</Muted>
            <RequestChips request={request.data} />
          </>
        )
      }
    >
      <WhenRead state={assessment} skeleton={<TableSkeleton />}>
        {(result) => (
          <WhenRead state={request} skeleton={<TableSkeleton />}>
            {(of) => <Matter result={result} request={of} />}
          </WhenRead>
        )}
      </WhenRead>
    </DetailPage>
  )
}

function Matter({ result, request }: { result: Assessment; request: BizRequest }) {
  const conflict = useBadges(request)
  const isOpen = isBeingAssessed(request.status)
  const isOut = result.offeredAt !== null
  return (
    <Grid>
      {isOpen || isOut ? (
        <ResultPreview result={result} shopName={request.shopName} />
      ) : (
        <Card>
          <Empty title="公開した査定結果はありません">
            この申し込みでは、お客さまに結果をお見せしていません。
          </Empty>
        </Card>
      )}
      {conflict}
      <div className="side">
        <Stack gap={16}>
          <Blocks request={request} />
          {isOpen ? (
            <PublishCard result={result} request={request} />
          ) : (
            isOut && <Published result={result} request={request} />
          )}
          <Card>
            <RequestMoves key={request.id} request={request} withoutResult />
          </Card>
        </Stack>
      </div>
    </Grid>
  )
}

function Published({ result, request }: { result: Assessment; request: BizRequest }) {
  const { agreed } = result
  const answered = request.answeredAt !== null
  return (
    <Card>
      <h2>公開した結果</h2>
      <DefinitionList
        items={[
          { key: 'total', term: '査定額', value: <Yen amount={result.total} /> },
          { key: 'at', term: '公開', value: dateTimeJa(result.offeredAt) },
          ...(result.expiresAt
            ? [{ key: 'until', term: 'お返事の期限', value: dateTimeJa(result.expiresAt) }]
            : []),
          ...(answered
            ? [
                { key: 'answered', term: 'お返事', value: dateTimeJa(request.answeredAt) },
                {
                  key: 'sold',
                  term: '売る',
                  value: agreed && (
                    <>
                      {agreed.count}点 <Yen amount={agreed.total} />
                    </>
                  ),
                },
                {
                  key: 'back',
                  term: '返してもらう',
                  value: `${result.items.filter(({ decision }) => decision === 'return').length}点`,
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
