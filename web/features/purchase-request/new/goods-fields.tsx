import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatYen } from '#contract/text'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { FieldGroup, TextArea } from '#web/ui/field.tsx'
import { NumberField, YenField } from '#web/ui/number-field.tsx'
import type { NumberName, Problems, RequestDraft } from './request-draft.ts'

export type PartProps = {
  draft: RequestDraft
  change: (patch: Partial<RequestDraft>) => void
  problems: Problems
}

export const Fields = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 })

const Narrow = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 16,
  alignItems: 'start',
})

const numberOf = (name: NumberName, { draft, change, problems }: PartProps) => ({
  name,
  value: draft[name],
  unread: draft.unread[name],
  error: problems[name],
  onChange: (value: number | null, unread?: string) =>
    change({ [name]: value, unread: { ...draft.unread, [name]: unread } }),
})

export function GoodsFields({ declared, ...part }: PartProps & { declared?: ReactNode }) {
  const { draft, change, problems } = part
  const automatic = draft.approvalMode !== 'review_each'
  return (
    <Fields>
      <Narrow>
        <NumberField label="箱の数" required help="20箱まで" {...numberOf('boxCount', part)} />
        <NumberField
          label="点数"
          required={false}
          help="おおよその数で構いません"
          {...numberOf('itemCount', part)}
        />
      </Narrow>
      {declared && (
        <FieldGroup
          label="送る品のリスト"
          required={false}
          help="品と写真を残しておくと、届いたときの点数の確認と、査定のときに役立ちます。入れなくてもお申し込みいただけます。"
        >
          {declared}
          <p style={{ marginTop: 4, fontSize: 13 }}>
            いくらになるか知りたい品は、<Link to="/estimate">かんたん査定</Link>からも入れられます。
          </p>
        </FieldGroup>
      )}
      <ChoiceField
        label="値段がつかなかった品"
        required
        help={
          automatic
            ? '自動で売るときは、ここでお選びのとおりに手配します。合計が決めた金額に満たないときは、1点ずつ選び直せます。'
            : '査定結果が出たあと、1点ずつ選び直せます。'
        }
        name="unpricedPolicy"
        value={draft.unpricedPolicy}
        error={problems.unpricedPolicy}
        onChange={(unpricedPolicy) => change({ unpricedPolicy })}
        choices={[
          { value: 'return', label: '返してもらう', help: 'ほかの品とまとめてお返しします。' },
          { value: 'dispose', label: 'リサイクルに出す', help: '費用はかかりません。お手元には戻りません。' },
        ]}
      />
      <SellingFields {...part} />
      <TextArea
        label="お店への連絡"
        required={false}
        help="付属品や、気になるところがあればお書きください。"
        name="note"
        maxLength={1000}
        value={draft.note}
        error={problems.note}
        onChange={(event) => change({ note: event.target.value })}
      />
    </Fields>
  )
}

function SellingFields(part: PartProps) {
  const { draft, change, problems } = part
  const automatic = draft.approvalMode !== 'review_each'
  return (
    <>
      <ChoiceField
        label="売り方"
        required
        name="approvalMode"
        value={automatic ? 'auto_accept_from' : 'review_each'}
        error={problems.approvalMode}
        onChange={(approvalMode) => change({ approvalMode })}
        choices={[
          {
            value: 'review_each',
            label: '結果を見て1点ずつ決める',
            help: '金額と理由を見てから、売る・返してもらうを選びます。',
          },
          {
            value: 'auto_accept_from',
            label: '合計が決めた金額以上なら自動で売る',
            help: '値段のついた品をまとめて売ります。合計がその金額に満たないときは、結果を見て1点ずつ決められます。',
          },
        ]}
      />
      {automatic && (
        <YenField
          label="売ってよい合計の最低額"
          required
          help={
            draft.autoAcceptAmount
              ? `査定額の合計が${formatYen(draft.autoAcceptAmount)}以上のときだけ、お返事なしで売ります。`
              : '例 10,000'
          }
          {...numberOf('autoAcceptAmount', part)}
        />
      )}
    </>
  )
}
