import { useQuery } from '@tanstack/react-query'
import {
  bookCalls,
  concernsDeal,
  namesCustomer,
  type ProposalKind,
  proposalKindLabel,
  proposalProblems,
} from '#contract/book'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { Inset } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { NumberField, YenField } from '#web/ui/number-field.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { Yen } from '#web/ui/yen.tsx'

type Values = {
  kind: ProposalKind
  direction: 'plus' | 'minus'
  purchaseRequest: number | null
  transfer: number | null
  announcedOn: string
  amount: number | null
  reason: string
  note: string
}

const blank: Values = {
  kind: 'adjustment',
  direction: 'plus',
  purchaseRequest: null,
  transfer: null,
  announcedOn: '',
  amount: null,
  reason: '',
  note: '',
}

const labels = {
  kind: '種類',
  purchaseRequest: '申し込み番号',
  transfer: '銀行から戻った振込番号',
  announcedOn: 'お客さまへ手数料を案内した日',
  direction: '残高',
  amount: '金額',
  reason: '理由(社内の記録)',
  note: 'お客さまへの説明',
}

/** Fields that the chosen kind does not have are not sent. */
function bodyOf({ direction, announcedOn, ...values }: Values) {
  const { kind, amount } = values
  const isTaken = kind === 'adjustment' && direction === 'minus' && amount !== null
  return {
    ...values,
    amount: isTaken ? -amount : amount,
    purchaseRequest: concernsDeal(kind) ? values.purchaseRequest : null,
    transfer: kind === 'fee' ? values.transfer : null,
    announcedOn: kind === 'fee' && announcedOn !== '' ? announcedOn : null,
    note: namesCustomer(kind) ? values.note : '',
  }
}

type Props = { onClose: () => void; onSaid: (said: string) => void }

export function ProposalDialog({ onClose, onSaid }: Props) {
  const propose = useMutationOf(bookCalls.propose)
  const form = useShortForm(bookCalls.propose, {
    labels,
    blank: { reason: MISSING_REASON },
    words: { amount: '金額を1円以上で入力してください' },
    more: proposalProblems,
    defaultValues: blank,
    draft: 'book-proposal',
    bodyOf,
  })
  const kind = form.watch('kind')
  const deal = concernsDeal(kind)
  const direction = useBound(form, 'direction')
  const amount = useBound(form, 'amount')
  const request = useBound(form, 'purchaseRequest')
  const transfer = useBound(form, 'transfer')
  return (
    <FormDialog
      form={form}
      title="帳簿への記録を申請します"
      confirm="申請する"
      Confirm={MainButton}
      send={async (body) => {
        await propose.mutateAsync({ body })
        onSaid('申請しました。別の人が承認すると、帳簿に記録されます。')
      }}
      onClose={onClose}
    >
      <SelectField
        required
        options={Object.entries(proposalKindLabel).map(([value, label]) => ({ value, label }))}
        {...form.field('kind')}
      />
      {deal && <NumberField required help="買取が成立した申し込みの番号" {...request} />}
      {deal && <DealFacts request={request.value} kind={kind} />}
      {kind === 'fee' && (
        <>
          <NumberField required help="同じお客さまの、2回目以降に銀行から戻った振込" {...transfer} />
          <TextField required type="date" {...form.field('announcedOn')} />
        </>
      )}
      {kind === 'adjustment' && (
        <ChoiceField
          columns={2}
          choices={[
            { value: 'plus', label: '加える' },
            { value: 'minus', label: '差し引く' },
          ]}
          {...direction}
        />
      )}
      <YenField required {...amount} />
      <TextArea required maxLength={200} {...form.field('reason')} />
      {namesCustomer(kind) && (
        <TextField
          required
          maxLength={100}
          help="入出金の明細とお知らせに、この文が表示されます。"
          {...form.field('note')}
        />
      )}
    </FormDialog>
  )
}

/** Whose money it is, so that a wrong number is noticed before anything is sent. */
function DealFacts({ request, kind }: { request: number | null; kind: ProposalKind }) {
  const { data, isError } = useQuery({
    ...queryOf(bookCalls.deal, { params: { id: request ?? 0 } }),
    enabled: request !== null && request > 0,
  })
  if (request === null) return null
  if (isError) return <Inset>この番号の、買取が成立した申し込みは見つかりません。</Inset>
  if (!data) return null
  return (
    <Inset>
      {data.customerName}様 ・ {data.dealer} ・ 買取代金 <Yen amount={data.price} strong={false} />
      <br />
      {kind === 'write_off' ? 'いまの未収 ' : 'この会社での残高 '}
      <Yen amount={kind === 'write_off' ? data.receivable : data.balance} size={18} />
    </Inset>
  )
}
