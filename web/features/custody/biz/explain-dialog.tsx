import { custodyCalls } from '#contract/custody'
import { useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { MainButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { type Discrepancy, problemText } from '../shared/custody-words.ts'

export function ExplainDialog({ row, onClose }: { row: Discrepancy; onClose: () => void }) {
  const explain = useMutationOf(custodyCalls.explain, { rereadsOnError: true })
  const { mark, problems, explanation } = currentOf<Discrepancy>(explain.error) ?? row
  const form = useShortForm(custodyCalls.explain, {
    labels: { reason: '分かったこと' },
    blank: { reason: MISSING_REASON },
    defaultValues: { reason: '' },
    bodyOf: (values) => ({ ...values, mark }),
    draft: `custody-explain-${row.request}`,
    stale: '点数がその間に変わりました。いまの内容を確かめてください。',
  })
  return (
    <FormDialog
      form={form}
      title={`申し込み ${row.request} の点数が合わない理由を記録します`}
      confirm="記録する"
      Confirm={MainButton}
      send={async (body) => {
        await explain.mutateAsync({ params: { id: row.request }, body })
        notify.done('理由を記録しました。')
      }}
      onClose={onClose}
    >
      {problems.length === 0 ? (
        <p>いまは点数が合っています。理由の記録は要りません。</p>
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={problem.kind}>{problemText(problem)}</li>
          ))}
        </ul>
      )}
      {explanation ? (
        <p>{`${explanation.by}さんが先に理由を記録しました。「${explanation.reason}」`}</p>
      ) : (
        <p>記録すると一覧から外れます。ほかにも合わない点が見つかったときは、もう一度表示されます。</p>
      )}
      <TextArea
        required
        autoFocus
        maxLength={500}
        help="例: お客さまに確認済み。11点で合っている"
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
