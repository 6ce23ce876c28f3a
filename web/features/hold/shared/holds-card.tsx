import { useState } from 'react'
import { holdKindLabel } from '#contract/codes'
import { formatDateTimeJa } from '#contract/day'
import { purchaseRequestCalls } from '#contract/purchase-request'
import type { AskResult } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { HoldDialog } from './hold-dialog.tsx'

type Hold = AskResult<typeof purchaseRequestCalls.releaseHold>

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
            value: `${hold.placedBy} ・ ${formatDateTimeJa(hold.placedAt)}`,
          },
          ...(hold.firstReleaseBy ? [{ key: 'first', term: '1人目の確認', value: hold.firstReleaseBy }] : []),
          ...(hold.releasedAt
            ? [
                {
                  key: 'released',
                  term: '2人目の確認',
                  value: `${hold.releasedBy} ・ ${formatDateTimeJa(hold.releasedAt)}`,
                },
              ]
            : []),
          ...(hold.seizure ? [{ key: 'seizure', term: '引き渡し', value: hold.seizure }] : []),
        ]}
      />
      {open && (
        <QuietButton onClick={onRelease}>
          {hold.firstReleaseBy ? '2人目として解除する' : '1人目として解除を確認する'}
        </QuietButton>
      )}
    </div>
  )
}

function ReleaseDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const draft = useDraft(`release-${hold.id}`, { reason: '', seizure: hold.seizure })
  const { reason, seizure } = draft.value
  const [tried, setTried] = useState(false)
  const release = useMutationOf(purchaseRequestCalls.releaseHold)
  const second = hold.firstReleaseBy !== ''
  const save = async () => {
    setTried(true)
    if (!reason.trim()) return
    await release
      .mutateAsync({ params: { id: hold.id }, body: { reason: reason.trim(), seizure: seizure.trim() } })
      .then(
        () => {
          draft.clear()
          onClose()
        },
        () => undefined,
      )
  }
  return (
    <Dialog
      open
      title={second ? '2人目として保留を解除します' : '1人目として解除を確認します'}
      onClose={onClose}
      actions={
        <>
          <MainButton onClick={() => void save()} pending={release.isPending}>
            {second ? '保留を解除する' : '解除を確認する'}
          </MainButton>
          <QuietButton onClick={onClose}>戻る</QuietButton>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          {second
            ? `1人目の確認は ${hold.firstReleaseBy} です。あなたの確認で保留が終わり、手続きが先に進みます。`
            : '保留は、別の担当者がもう一度確認するまで続きます。同じ人が2回確認することはできません。'}
        </p>
        <TextArea
          label="解除する理由"
          required
          autoFocus
          maxLength={500}
          value={reason}
          error={tried && !reason.trim() ? '理由を入力してください' : undefined}
          onChange={(event) => draft.setValue({ reason: event.target.value, seizure })}
        />
        {hold.kind !== 'dispute' && (
          <TextField
            label="警察への引き渡しの記録"
            required={false}
            maxLength={500}
            value={seizure}
            onChange={(event) => draft.setValue({ reason, seizure: event.target.value })}
          />
        )}
        {release.error && <ErrorText role="alert">{sentenceFor(release.error)}</ErrorText>}
      </Stack>
    </Dialog>
  )
}
