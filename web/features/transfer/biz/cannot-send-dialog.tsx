import { formatYen } from '#contract/text'
import { transferCalls } from '#contract/transfer'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ReasonDialog } from '#web/ui/form-dialog.tsx'
import { type Candidate, isError } from './payout-types.ts'

/** A hold does not count: it ends, and then the transfer can be sent. */
export const cannotBeSent = ({ problems }: Candidate): boolean =>
  problems.some((problem) => isError(problem) && problem.code !== 'money_on_hold')

type Ended = Pick<Candidate, 'transfer' | 'customerName' | 'amount'>

type Props = { row: Ended; onClose: () => void; onDone?: () => void }

export function CannotSendDialog({ row, onClose, onDone }: Props) {
  const giveBack = useMutationOf(transferCalls.cannotSend, { rereadsOnError: true })
  return (
    <ReasonDialog
      call={transferCalls.cannotSend}
      title="この振込を取りやめて残高に戻します"
      confirm="残高に戻す"
      label="振り込めない理由"
      help="お客さまの画面とメールに、このまま出ます。"
      send={async (body) => {
        await giveBack.mutateAsync({ params: { id: row.transfer }, body })
        onDone?.()
      }}
      onClose={onClose}
    >
      {row.customerName}様の{formatYen(row.amount)}
      をお客さまの残高に戻し、口座の確認をお願いするメールを送ります。
    </ReasonDialog>
  )
}
