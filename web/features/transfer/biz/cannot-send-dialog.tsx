import { useRef, useState } from 'react'
import { formatYen } from '#contract/text'
import { transferCalls } from '#contract/transfer'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { DangerButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Stack } from '#web/ui/page.tsx'
import { type Candidate, isError } from './payout-types.ts'

/** A hold does not count: it ends, and then the transfer can be sent. */
export const cannotBeSent = ({ problems }: Candidate): boolean =>
  problems.some((problem) => isError(problem) && problem.code !== 'money_on_hold')

export function CannotSendDialog({ row, onClose }: { row: Candidate; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const giveBack = useMutationOf(transferCalls.cannotSend, {
    onSuccess: onClose,
    rereadsOnError: true,
  })
  const save = () => {
    setTried(true)
    if (!reason.trim()) field.current?.focus()
    else if (!giveBack.isPending)
      giveBack.mutate({ params: { id: row.transfer }, body: { reason: reason.trim() } })
  }
  return (
    <Dialog
      open
      title="この振込を取りやめて残高に戻します"
      onClose={onClose}
      actions={
        <>
          <DangerButton onClick={save} pending={giveBack.isPending}>
            残高に戻す
          </DangerButton>
          <QuietButton onClick={onClose}>戻る</QuietButton>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          {row.customerName}様の{formatYen(row.amount)}
          をお客さまの残高に戻し、口座の確認をお願いするメールを送ります。
        </p>
        <TextArea
          ref={field}
          label="振り込めない理由"
          help="お客さまの画面とメールに、このまま出ます。"
          required
          autoFocus
          maxLength={200}
          value={reason}
          error={tried && !reason.trim() ? '理由を入力してください' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {giveBack.error && <ErrorText role="alert">{sentenceFor(giveBack.error)}</ErrorText>}
      </Stack>
    </Dialog>
  )
}
