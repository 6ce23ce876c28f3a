import { Link } from '@tanstack/react-router'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { useCall } from '#web/lib/query-client.ts'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Muted } from '#web/ui/page.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Blocks, PhotoRow, RequestChips, RequestTotal } from '../shared/biz/request-head.tsx'
import { RequestMoves } from '../shared/biz/request-moves.tsx'
import { RequestTimeline } from '../shared/biz/request-timeline.tsx'

export function RequestPanel({ id }: { id: number }) {
  const state = useCall(purchaseRequestCalls.bizGet, { params: { id } })
  return (
    <WhenRead state={state} skeleton={<Lines count={8} />}>
      {(request) => (
        <>
          <div>
            <Muted style={{ fontSize: 12 }}>
              <Link to="/biz/requests/$id" params={{ id: String(id) }}>
                申し込み {id}
              </Link>{' '}
              ・ {request.shopName}
            </Muted>
            <h2 style={{ marginBottom: 4 }}>{request.customerName} 様</h2>
            <RequestChips request={request} />
          </div>
          <Blocks request={request} />
          <RequestTotal request={request} />
          <PhotoRow request={request} />
          <RequestTimeline request={request} />
          {(request.note || request.internalNote) && (
            <DefinitionList
              items={[
                ...(request.note ? [{ key: 'note', term: 'ご要望', value: request.note }] : []),
                ...(request.internalNote
                  ? [{ key: 'internal', term: '社内メモ', value: request.internalNote }]
                  : []),
              ]}
            />
          )}
          <div style={{ marginTop: 'auto' }}>
            <RequestMoves request={request} />
          </div>
        </>
      )}
    </WhenRead>
  )
}
