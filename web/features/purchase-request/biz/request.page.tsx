import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { CustodyCard } from '#web/features/custody/shared/custody-card.tsx'
import { HoldsCard } from '#web/features/hold/shared/holds-card.tsx'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { DeclaredBlock } from '../shared/biz/declared-block.tsx'
import { Blocks, RequestChips, RequestTotal } from '../shared/biz/request-head.tsx'
import { RequestMoves } from '../shared/biz/request-moves.tsx'
import { RequestTimeline } from '../shared/biz/request-timeline.tsx'
import type { BizRequest } from '../shared/biz/types.ts'
import { useBadges } from '../shared/biz/use-badges.ts'
import { MissingBoxes } from './missing-boxes.tsx'
import { ObjectionCard } from './objection-card.tsx'
import { AssignCard, NoteCard, ShippingCard } from './request-cards.tsx'
import { RequestFacts } from './request-facts.tsx'
import { RequestItems } from './request-items.tsx'
import { RescindDeal } from './rescind-card.tsx'

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  '& h2': { ...theme.typography.h3, marginBottom: 6 },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 360px' },
  [theme.breakpoints.down('lg')]: { '& > .side': { order: -1 } },
}))

export default function RequestPage() {
  const id = Number(useParams({ strict: false }).id)
  const state = useCall(purchaseRequestCalls.bizGet, { params: { id } })
  const request = state.data
  return (
    <DetailPage
      title={request ? `${request.customerName} 様` : `申し込み ${id}`}
      lead={
        request && (
          <>
            <Muted>{`申し込み ${id} ・ ${request.shopName}`}</Muted>
            <RequestChips request={request} />
          </>
        )
      }
      actions={
        request && (
          <QuietLink
            to="/biz/customers/$shop/$id"
            params={{ shop: String(request.shop), id: String(request.customer) }}
          >
            お客さまを見る
          </QuietLink>
        )
      }
    >
      <p style={{ marginTop: -8, fontSize: 12 }}>
        <Link to="/biz/requests">‹ 申し込み一覧</Link>
      </p>
      <WhenRead state={state} skeleton={<TableSkeleton />}>
        {(read) => <Matter request={read} />}
      </WhenRead>
    </DetailPage>
  )
}

function Matter({ request }: { request: BizRequest }) {
  const conflict = useBadges(request)
  return (
    <Grid>
      <Stack gap={16}>
        <Blocks request={request} />
        <MissingBoxes request={request} />
        <ObjectionCard request={request} />
        <RequestItems request={request} />
        {request.declared && <DeclaredBlock declared={request.declared} counted={request.arrivedItemCount} />}
        <RequestFacts request={request} />
        <ShippingCard key={`shipping-${request.id}`} request={request} />
        <HoldsCard request={request.id} holds={request.holds} />
      </Stack>
      <div className="side">
        <Stack gap={16}>
          <Card>
            <Stack gap={12}>
              <RequestTotal request={request} />
              <RequestMoves key={request.id} request={request} />
              <RescindDeal key={`rescind-${request.id}`} request={request} />
            </Stack>
          </Card>
          <AssignCard key={`assign-${request.id}`} request={request} />
          {conflict}
          <NoteCard key={`note-${request.id}`} request={request} />
          <CustodyCard request={request.id} />
          <Card>
            <h2>これまで</h2>
            <RequestTimeline request={request} full />
          </Card>
        </Stack>
      </div>
    </Grid>
  )
}
