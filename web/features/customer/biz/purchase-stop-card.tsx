import { useState } from 'react'
import { customerCalls } from '#contract/customer'
import { formatDateTimeJa } from '#contract/day'
import type { AskResult } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ReasonDialog } from '#web/ui/form-dialog.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type Stop = AskResult<typeof customerCalls.changePurchaseStop>

type Props = { shop: number; customer: number; stop: Stop }

/** Whether the company takes new requests of this customer, with every change and its reason. */
export function PurchaseStopCard({ shop, customer, stop }: Props) {
  const [changing, setChanging] = useState(false)
  const isAdmin = useStaff()?.isAdmin ?? false
  return (
    <Card>
      <Row style={{ justifyContent: 'space-between' }}>
        <h2>新しい申し込み</h2>
        {isAdmin && (
          <QuietButton onClick={() => setChanging(true)}>
            {stop.isPurchaseDisabled ? '受け付けを再開する' : '受け付けを停止する'}
          </QuietButton>
        )}
      </Row>
      <StatusChip tone={stop.isPurchaseDisabled ? 'late' : 'ok'}>
        {stop.isPurchaseDisabled ? '停止中' : '受け付けています'}
      </StatusChip>
      <Stack gap={10} style={{ marginTop: stop.changes.length > 0 ? 10 : 0 }}>
        {stop.changes.map(({ isStopped, reason, changedBy, changedAt }) => (
          <div key={changedAt}>
            <p style={{ overflowWrap: 'anywhere' }}>
              <strong>{isStopped ? '停止' : '再開'}</strong> {reason}
            </p>
            <Muted style={{ fontSize: 12 }}>
              {[changedBy, formatDateTimeJa(changedAt)].filter(Boolean).join(' ・ ')}
            </Muted>
          </div>
        ))}
      </Stack>
      {changing && (
        <StopDialog shop={shop} customer={customer} stop={stop} onClose={() => setChanging(false)} />
      )}
    </Card>
  )
}

function StopDialog({ shop, customer, stop, onClose }: Props & { onClose: () => void }) {
  const change = useMutationOf(customerCalls.changePurchaseStop)
  const stopping = !stop.isPurchaseDisabled
  return (
    <ReasonDialog
      call={customerCalls.changePurchaseStop}
      title={stopping ? '新しい申し込みの受け付けを停止します' : '新しい申し込みの受け付けを再開します'}
      confirm={stopping ? '停止する' : '再開する'}
      label={stopping ? '停止する理由' : '再開する理由'}
      help="社内の記録です。お客さまには表示されません。"
      draft={`purchase-stop-${customer}`}
      bodyOf={({ reason }) => ({ reason, is_purchase_disabled: stopping, version: stop.version })}
      send={(body) => change.mutateAsync({ params: { shopPk: shop, id: customer }, body })}
      onClose={onClose}
    >
      {stopping
        ? 'このお客さまは、当社のどの店舗にも新しく申し込めなくなります。手続き中の申し込みと残高のお支払いは、これまでどおり進みます。'
        : 'このお客さまは、当社の店舗に再び申し込めるようになります。'}
    </ReasonDialog>
  )
}
