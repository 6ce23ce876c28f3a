import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { identityCalls } from '#contract/identity'
import {
  type CaptureSlot,
  type CorrectionPart,
  captureSlotLabel,
  correctionPartLabel,
  correctionReasonLabel,
} from '#contract/identity-paper'
import { sentenceFor } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { Card, Inset } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type Correction, letterOf, type Review, reasonsOf } from './review-types.ts'

const Chip = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 32,
  padding: '2px 12px',
  fontSize: 13,
  color: theme.okuru.palette.font.main,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.strong}`,
  borderRadius: 20,
  cursor: 'pointer',
  '&[aria-pressed="true"]': {
    fontWeight: 700,
    color: theme.okuru.palette.primary.contrastText,
    background: theme.okuru.palette.primary.main,
    borderColor: theme.okuru.palette.primary.main,
  },
}))

type Props = {
  review: Review
  slot: CaptureSlot
  corrections: readonly Correction[]
  onCorrection: (chosen: Correction) => void
}

export function ReturnForm({ review, slot, corrections, onCorrection }: Props) {
  const navigate = useNavigate()
  const back = useMutationOf(identityCalls.returnReview, { rereadsOnError: true })
  const [note, setNote] = useState('')
  const reasons = reasonsOf(slot)
  useShortcuts(
    reasons.map((reason, index) => ({
      code: `Digit${index + 1}`,
      shift: true,
      label: `${captureSlotLabel[slot]}: ${correctionReasonLabel[reason]}`,
      run: () => onCorrection({ part: slot, reason }),
    })),
  )
  const send = () =>
    back.mutate(
      { params: { id: review.id }, body: { version: review.version, corrections: [...corrections], note } },
      {
        onSuccess: async () => {
          notify.done(`${review.customerName} 様に撮り直しをお願いしました。`)
          await navigate({ to: '/biz/identity' })
        },
      },
    )
  return (
    <Card>
      <h2>撮り直し・訂正の理由</h2>
      <Stack gap={10}>
        <Reasons
          part={slot}
          label={`${captureSlotLabel[slot]}(表示中の画像)`}
          keys
          {...{ corrections, onCorrection }}
        />
        <Reasons part="document" label="書類そのもの" {...{ corrections, onCorrection }} />
        {corrections.length > 0 && (
          <>
            <Inset>
              <b>お客さまへの文</b>
              <p>{letterOf(corrections, note)}</p>
              <Muted style={{ fontSize: 12 }}>
                {corrections.map(({ part }) => correctionPartLabel[part]).join('・')}
                だけをやり直していただきます。選んだ画像は、すぐに消えます。
              </Muted>
            </Inset>
            <TextArea
              label="添える文"
              help="例 ご登録は「3-4-6」、書類は「3-4-5」です。"
              maxLength={300}
              rows={2}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
            {back.isError && (
              <Notice tone="late" role="alert" title="送れませんでした">
                {sentenceFor(back.error)}
              </Notice>
            )}
            <MainButton pending={back.isPending} onClick={send} style={{ justifySelf: 'start' }}>
              撮り直しを依頼する
            </MainButton>
          </>
        )}
      </Stack>
    </Card>
  )
}

type ReasonsProps = Pick<Props, 'corrections' | 'onCorrection'> & {
  part: CorrectionPart
  label: string
  keys?: boolean
}

function Reasons({ part, label, keys = false, corrections, onCorrection }: ReasonsProps) {
  return (
    <fieldset aria-label={`${label}の理由`}>
      <Muted style={{ fontSize: 12 }}>{label}</Muted>
      <Row gap={6}>
        {reasonsOf(part).map((reason, index) => (
          <Chip
            key={reason}
            type="button"
            aria-pressed={corrections.some((one) => one.part === part && one.reason === reason)}
            onClick={() => onCorrection({ part, reason })}
          >
            {correctionReasonLabel[reason]}
            {keys && <Kbd>⇧{index + 1}</Kbd>}
          </Chip>
        ))}
      </Row>
    </fieldset>
  )
}
