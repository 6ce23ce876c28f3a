import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { ledgerClass } from '#contract/codes'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import type { LedgerRow } from './ledger-columns.tsx'

const classes = Object.entries(ledgerClass)
  .sort(([one], [other]) => Number(one) - Number(other))
  .map(([value, label]) => ({ value, label: `${value} ${label}` }))

const labels = {
  ledgerClass: '品目の区分',
  itemName: '品目',
  features: '特徴',
  'person.name': '氏名',
  'person.address': '住所',
  'person.occupation': '職業',
  'person.age': '年齢',
  reason: '訂正する理由',
}

/** The wrong row stays and a further one says what is right, so everything is written again. */
export function LedgerCorrection({ row, onClose }: { row: LedgerRow; onClose: () => void }) {
  const correct = useMutationOf(antiqueLedgerCalls.correct)
  const { person } = row
  const form = useShortForm(antiqueLedgerCalls.correct, {
    labels,
    blank: { reason: MISSING_REASON },
    defaultValues: {
      ledgerClass: row.ledgerClass as string,
      itemName: row.itemName,
      features: row.features,
      person: {
        name: person?.name ?? '',
        address: person?.address ?? '',
        occupation: person?.occupation ?? '',
        age: String(person?.age ?? ''),
      },
      reason: '',
    },
    bodyOf: (values) => ({
      ...values,
      person: person ? { ...values.person, age: wholeNumber(values.person.age) } : null,
    }),
    omit: ['person'],
    draft: `ledger-correction-${row.seq}`,
  })
  const chosen = useBound(form, 'ledgerClass')
  return (
    <FormDialog
      form={form}
      title={`${row.seq}番の記載を訂正します`}
      confirm="訂正の行を加える"
      Confirm={MainButton}
      send={async (body) => {
        const added = await correct.mutateAsync({ params: { id: row.seq }, body })
        notify.done(`${added.seq}番に訂正を記載しました。`)
      }}
      onClose={onClose}
    >
      <p>
        もとの記載は消えません。正しい内容の行を新しく加え、備考に訂正の理由を残します。年月日と代価は取引のまま変わりません。
      </p>
      <SelectField options={classes} {...chosen} label={labels.ledgerClass} />
      <TextField required maxLength={200} autoComplete="off" {...form.field('itemName')} />
      <TextArea required={false} maxLength={4000} rows={3} {...form.field('features')} />
      {person ? (
        <>
          <TextField required maxLength={200} autoComplete="off" {...form.field('person.name')} />
          <TextField required maxLength={300} autoComplete="off" {...form.field('person.address')} />
          <TextField required maxLength={100} autoComplete="off" {...form.field('person.occupation')} />
          <TextField
            required
            maxLength={3}
            inputMode="numeric"
            unit="歳"
            autoComplete="off"
            {...form.field('person.age')}
          />
          <Muted style={{ fontSize: 12 }}>
            相手方はこの行だけを訂正します。同じ取引のほかの行も違うときは、それぞれ訂正してください。
          </Muted>
        </>
      ) : (
        <Muted style={{ fontSize: 12 }}>
          相手方の記録は保存期間が過ぎて消去されているため、訂正できません。
        </Muted>
      )}
      <TextArea required maxLength={100} rows={2} {...form.field('reason')} />
    </FormDialog>
  )
}

const wholeNumber = (text: string): number => Number(text.normalize('NFKC').trim() || Number.NaN)
