import { useState } from 'react'
import { holdKindLabel } from '#contract/codes'
import { formatDateTimeJa } from '#contract/day'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { orderFacts, releaseFacts } from './hold-facts.ts'

type Hold = AskResult<typeof purchaseRequestCalls.releaseHold>

/** Nobody placed it: a number agreed with that of a notice. */
export const placedByComparison = '品触れとの照合'

export const releaseWords = ({ firstReleaseBy }: Pick<Hold, 'firstReleaseBy'>): string =>
  firstReleaseBy ? '2人目として解除する' : '1人目として解除を確認する'

type Props = { request: number; holds: readonly Hold[] }

export function HoldsCard({ request, holds }: Props) {
  const [placing, setPlacing] = useState(false)
  const [releasing, setReleasing] = useState<Hold>()
  const close = () => {
    setPlacing(false)
    setReleasing(undefined)
  }
  return (
    <Card>
      <Row style={{ justifyContent: 'space-between' }}>
        <h2>保留</h2>
        <QuietButton onClick={() => setPlacing(true)}>保留にする</QuietButton>
      </Row>
      {holds.length === 0 && <Muted>保留はありません。</Muted>}
      <Stack gap={12}>
        {holds.map((hold) => (
          <HoldEntry key={hold.id} hold={hold} onRelease={() => setReleasing(hold)} />
        ))}
      </Stack>
      {placing && <HoldDialog request={request} onClose={close} />}
      {releasing && <ReleaseDialog hold={releasing} onClose={close} />}
    </Card>
  )
}

function HoldEntry({ hold, onRelease }: { hold: Hold; onRelease: () => void }) {
  const open = hold.releasedAt === null
  return (
    <div>
      <Row style={{ marginTop: 6 }}>
        <StatusChip tone={open ? 'late' : 'gray'}>{open ? holdKindLabel[hold.kind] : '解除済み'}</StatusChip>
        <span>{hold.reason}</span>
      </Row>
      <DefinitionList
        items={[
          {
            key: 'placed',
            term: '保留した人',
            value: `${hold.placedBy || placedByComparison} ・ ${formatDateTimeJa(hold.placedAt)}`,
          },
          ...orderFacts(hold),
          ...releaseFacts(hold),
        ]}
      />
      {open && <QuietButton onClick={onRelease}>{releaseWords(hold)}</QuietButton>}
    </div>
  )
}

export function ReleaseDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const release = useMutationOf(purchaseRequestCalls.releaseHold)
  const form = useShortForm(purchaseRequestCalls.releaseHold, {
    labels: { reason: '解除する理由', seizure: '警察への引き渡しの記録' },
    blank: { reason: MISSING_REASON },
    defaultValues: { reason: '', seizure: hold.seizure },
    draft: `release-${hold.id}`,
  })
  const { confirmed, dialog } = useReauthenticate()
  const second = hold.firstReleaseBy !== ''
  return (
    <>
      <FormDialog
        form={form}
        title={second ? '2人目として保留を解除します' : '1人目として解除を確認します'}
        confirm={second ? '保留を解除する' : '解除を確認する'}
        Confirm={MainButton}
        send={(body) => confirmed(() => release.mutateAsync({ params: { id: hold.id }, body }))}
        onClose={onClose}
      >
        <p>
          {second
            ? `1人目の確認は ${hold.firstReleaseBy} です。あなたの確認で保留が終わり、手続きが先に進みます。`
            : '保留は、別の担当者がもう一度確認するまで続きます。同じ人が2回確認することはできません。'}
        </p>
        <TextArea required autoFocus maxLength={500} {...form.field('reason')} />
        {hold.kind !== 'dispute' && (
          <TextField
            required={false}
            maxLength={500}
            help={`${
              second ? '1人目の記録を変えると、あなたが1人目になり、別の担当者の確認がもう一度必要です。' : ''
            }警察に引き渡した品は買い取れません。契約の前なら、再査定に戻して買取不可にしてください。`}
            {...form.field('seizure')}
          />
        )}
      </FormDialog>
      {dialog}
    </>
  )
}
