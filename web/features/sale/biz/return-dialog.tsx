import { tokyoDate } from '#contract/day'
import { mistakeReason, saleCalls } from '#contract/sale'
import { formatYen } from '#contract/text'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useBound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import type { Sale } from './sale-words.ts'

type Values = { kind: string; returnedOn: string; reason: string }

const kinds = [
  { value: 'back', label: '返品された', help: '商品が戻ってきたときです。もう一度販売できます。' },
  {
    value: 'mistake',
    label: mistakeReason,
    help: '販売していない商品を記録したときです。記録した日にだけ選べます。置き場は元に戻ります。',
  },
]

const bodyOf = ({ kind, reason, returnedOn }: Values, { version }: Sale) => ({
  version,
  returnedOn,
  reason: kind === 'mistake' ? mistakeReason : reason,
})

/** The sale stays on the list as what it was, and says that it is undone. */
export function ReturnDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const back = useMutationOf(saleCalls.return, { rereadsOnError: true })
  const today = tokyoDate(new Date())
  const mayBeMistake = tokyoDate(new Date(sale.recordedAt)) === today
  const form = useShortForm(saleCalls.return, {
    labels: { kind: '内容', returnedOn: '返品の日', reason: '理由' },
    blank: { reason: '理由を入力してください' },
    defaultValues: { kind: 'back', returnedOn: today, reason: '' } as Values,
    bodyOf: (values) => bodyOf(values, sale),
    stale: 'ほかの人が先に記録しました。一覧を確かめてください。',
  })
  const isMistake = form.watch('kind') === 'mistake'
  const kind = useBound(form, 'kind')
  const day = useBound(form, 'returnedOn')
  return (
    <FormDialog
      form={form}
      title="返品を記録します"
      confirm={isMistake ? '販売の記録を取り消す' : '返品を記録する'}
      send={async (body) => {
        await back.mutateAsync({ params: { id: sale.id }, body })
        notify.done(isMistake ? '販売の記録を取り消しました。' : '返品を記録しました。もう一度販売できます。')
      }}
      onClose={onClose}
    >
      <p>
        {`${sale.brandName} ${sale.name || sale.categoryName}(${sale.request}-${sale.seq})、${formatYen(sale.price)}の販売です。`}
        {sale.ledgerSeq !== null && '古物台帳には、返品の行を加えます。'}
      </p>
      {mayBeMistake && <ChoiceField choices={kinds} {...kind} />}
      {!isMistake && (
        <>
          <DatePicker required {...day} />
          <TextArea
            required
            maxLength={200}
            help="お客さまの名前など、個人が分かることは書かないでください。"
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
