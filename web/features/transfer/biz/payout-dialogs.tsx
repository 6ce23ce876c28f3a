import { styled } from '@mui/material/styles'
import { type ReactNode, useId, useRef, useState } from 'react'
import { payoutBatchStateLabel } from '#contract/codes'
import { formatDateJa } from '#contract/day'
import { formatYen } from '#contract/text'
import { transferCalls } from '#contract/transfer'
import { PasswordDialog } from '#web/features/account/shared/reauthenticate.tsx'
import { sentenceFor } from '#web/lib/errors.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { DangerButton, NextButton } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { Table } from '#web/ui/data-table-style.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { ReasonDialog } from '#web/ui/form-dialog.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { Notice as PayoutNotice, ProblemList } from './payout-parts.tsx'
import { type Batch, isError, type Line, problemsOfError } from './payout-types.ts'
import type { PayoutMoves } from './use-payout-moves.ts'

type Props = { batch: Batch; moves: PayoutMoves; onClose: () => void }

const Sum = styled('p')({ display: 'flex', alignItems: 'baseline', gap: 16, margin: '12px 0 16px' })

const signed = {
  approve: {
    title: 'この振込データを承認します',
    verb: '承認する',
    why: 'お金を送る内容を確かめた人として記録されます。ご本人であることを、パスワードでお確かめします。',
  },
  export: {
    title: '銀行へ送るファイルを作ります',
    verb: 'ファイルを作る',
    why: '口座番号が入ったファイルを作ります。ご本人であることを、パスワードでお確かめします。',
  },
} as const

type SignProps = Props & { step: keyof typeof signed }

export function SignDialog({ batch, moves, step, onClose }: SignProps) {
  const { title, verb, why } = signed[step]
  return (
    <PasswordDialog
      title={title}
      confirm={verb}
      onClose={onClose}
      onConfirmed={async () => {
        await (step === 'approve' ? moves.approve() : moves.makeFile())
        // The page shows the error next to what it concerns.
        onClose()
      }}
    >
      <p>
        {formatDateJa(batch.payDate)}に振り込む、{batch.createdBy}さんが作った内容です。
      </p>
      <Sum>
        <b style={{ fontSize: 18 }}>{batch.lineCount}件</b>
        <Yen amount={batch.total} size={26} />
      </Sum>
      <p style={{ marginBottom: 16, fontSize: 13 }}>{why}</p>
    </PasswordDialog>
  )
}

/** A sent payment cannot be recalled, so the user types the total to confirm. */
export function SendDialog({ batch, moves, onClose }: Props) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const [despite, setDespite] = useState(false)
  const [tried, setTried] = useState(false)
  const known = batch.problems.filter(isError)
  const problems = known.length > 0 ? known : problemsOfError(moves.failure?.error).filter(isError)
  const send = async () => {
    setTried(true)
    if (typed !== batch.total) {
      setProblem('合計と一致しません。銀行の画面の合計と見比べて、もう一度入力してください。')
      field.current?.focus()
      return
    }
    if (problems.length > 0 && !despite) return
    if (await moves.send(despite)) onClose()
  }
  return (
    <ActDialog
      title="銀行へ送信済みにします"
      onClose={onClose}
      confirm="送信済みにする"
      Confirm={DangerButton}
      form={form}
      pending={moves.busy === 'send'}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack gap={12}>
          <p>
            {formatDateJa(batch.payDate)}に{batch.lineCount}件、合計<b>{formatYen(batch.total)}</b>
            を振り込みます。送信済みにすると、取り消しはできません。
          </p>
          {problems.length > 0 && (
            <PayoutNotice tone="error" role="alert">
              <b>ファイルを作ったあとに見つかったこと</b>
              <ProblemList problems={problems} />
              <CheckField
                label="このファイルは、すでに銀行へ送りました"
                help="まだ送っていないときは、戻って振込データを取り消してください。"
                checked={despite}
                error={tried && !despite ? '銀行へ送ったかどうかをお確かめください。' : undefined}
                onChange={(event) => setDespite(event.target.checked)}
              />
            </PayoutNotice>
          )}
          <YenField
            ref={field}
            label="確認のため、合計金額を入力してください"
            required
            autoFocus
            value={typed}
            error={problem}
            onChange={(next) => {
              setTyped(next)
              setProblem(undefined)
            }}
          />
          {moves.failure?.step === 'send' && (
            <ErrorText role="alert">{sentenceFor(moves.failure.error)}</ErrorText>
          )}
        </Stack>
      </form>
    </ActDialog>
  )
}

export function CancelDialog({ batch, moves, onClose }: Props) {
  return (
    <ReasonDialog
      call={transferCalls.cancelBatch}
      title="この振込データを取り消します"
      confirm="取り消す"
      label="取り消す理由"
      draft={`payout-cancel-${batch.id}`}
      bodyOf={(values) => ({ ...values, version: batch.version })}
      send={moves.cancel}
      onClose={onClose}
    >
      {batch.lineCount}件、{formatYen(batch.total)}は振込待ちに戻ります。
      {batch.fileSha256 &&
        '作ったファイルは削除されます。ダウンロード済みのファイルは銀行へ送らないでください。'}
    </ReasonDialog>
  )
}

export function ReturnDialog({ batch, line, moves, onClose }: Props & { line: Line }) {
  return (
    <ReasonDialog
      call={transferCalls.recordReturns}
      title="資金返却を記録します"
      confirm="資金返却を記録する"
      label="銀行からの理由"
      help="お客さまの画面とメールに、このまま出ます。"
      draft={`payout-return-${line.id}`}
      bodyOf={({ reason }) => ({ version: batch.version, returns: [{ line: line.id, reason }] })}
      send={moves.recordReturn}
      onClose={onClose}
    >
      銀行から資金が戻ったことを、入金で確かめてから記録してください。{line.customerName}様の
      <b>{formatYen(line.amount)}</b>
      はお客さまの残高に戻り、口座の確認をお願いするメールが届きます。だれが記録したかは残ります。
    </ReasonDialog>
  )
}

type Compared = { key: string; label: string; of: (batch: Batch) => ReactNode }
const compared: readonly Compared[] = [
  { key: 'state', label: '状況', of: ({ state }) => payoutBatchStateLabel[state] },
  { key: 'approved', label: '承認', of: ({ approvedBy }) => approvedBy || 'まだ' },
  { key: 'paid', label: '振込済', of: ({ paidCount }) => `${paidCount}件` },
  { key: 'bounced', label: '組戻し', of: ({ bouncedCount }) => `${bouncedCount}件` },
  { key: 'returned', label: '資金返却', of: ({ returnedCount }) => `${returnedCount}件` },
]

export function LateDialog({ batch, theirs, onShow }: { batch: Batch; theirs: Batch; onShow: () => void }) {
  return (
    <Dialog
      open
      wide
      title="ほかの画面で更新されました"
      onClose={onShow}
      actions={<NextButton onClick={onShow}>今の内容を見る</NextButton>}
    >
      <p>
        今の操作は反映されていません。今の内容をご確認のうえ、必要ならもう一度操作してください。入力中の結果は残っています。
      </p>
      <Table style={{ marginTop: 12 }}>
        <thead>
          <tr>
            <th scope="col">項目</th>
            <th scope="col">この画面の内容</th>
            <th scope="col">今の内容</th>
          </tr>
        </thead>
        <tbody>
          {compared.map(({ key, label, of }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{of(batch)}</td>
              <td>{of(theirs) === of(batch) ? of(theirs) : <b>{of(theirs)}</b>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Dialog>
  )
}
