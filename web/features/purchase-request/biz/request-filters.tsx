import { type FormEvent, useState } from 'react'
import { businessUserCalls } from '#contract/business-user'
import { deliveringOptionLabel, labelOf } from '#contract/codes'
import { companyCalls } from '#contract/company'
import { requestStatusLabel } from '#contract/lifecycle'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { monthDay } from '#web/lib/dates.ts'
import type { ListQuery } from '#web/lib/list-state.ts'
import { useCall, useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { type ActiveFilter, FilterChips } from '#web/ui/filter-chips.tsx'
import { Stack } from '#web/ui/page.tsx'
import { pasteLines } from '#web/ui/quick-filters.tsx'

type Query = ListQuery<typeof purchaseRequestCalls.bizList>
type Values = Partial<Record<keyof Query, string>>

const names = [
  'q',
  'customerId',
  'status',
  'shop',
  'assessor',
  'customerName',
  'brandName',
  'deliveringOption',
  'pickupDate',
  'dateFrom',
  'dateTo',
] as const satisfies readonly (keyof Query)[]

type Props = {
  query: Query
  set: (changes: Record<string, string | undefined>) => void
  customerName: string | undefined
}

export function RequestFilters({ query, set, customerName }: Props) {
  const [open, setOpen] = useState(false)
  const words = useWords(customerName, query.assessor)
  const chips: ActiveFilter[] = names
    .filter((name) => name !== 'dateTo' && query[name] !== undefined)
    .map((name) => ({
      key: name,
      label: labels[name],
      value: words(name, query),
      // Set only by links from the customer's page.
      onEdit: name === 'customerId' ? undefined : () => setOpen(true),
      onRemove: () => set({ [name]: undefined }),
    }))
  const period: ActiveFilter[] =
    query.dateFrom || query.dateTo
      ? [
          {
            key: 'period',
            label: '期間',
            value: `${query.dateFrom ? monthDay(query.dateFrom) : ''}–${query.dateTo ? monthDay(query.dateTo) : ''}`,
            onEdit: () => setOpen(true),
            onRemove: () => set({ dateFrom: undefined, dateTo: undefined }),
          },
        ]
      : []
  const active = [...chips.filter(({ key }) => key !== 'dateFrom'), ...period]
  return (
    <>
      <FilterChips
        filters={active}
        onAdd={() => setOpen(true)}
        onClear={() => set(Object.fromEntries(names.map((name) => [name, undefined])))}
      />
      {open && (
        <FilterDialog
          query={query}
          onClose={() => setOpen(false)}
          onApply={(values) => {
            set(Object.fromEntries(names.map((name) => [name, values[name]?.trim() || undefined])))
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

const labels: Record<(typeof names)[number], string> = {
  q: '検索',
  customerId: 'お客さま',
  status: '状況',
  shop: '店舗',
  assessor: '担当',
  customerName: 'お名前',
  brandName: 'ブランド',
  deliveringOption: '送り方',
  pickupDate: '集荷日',
  dateFrom: '期間',
  dateTo: '期間',
}

/** Also the one of the filter who does not work here any more: their boxes wait for somebody else. */
function useAssessors(chosen: number | undefined): readonly { id: number; name: string }[] {
  const { data: assessors = [], isSuccess } = useCall(companyCalls.assessors)
  const isFormer = isSuccess && chosen !== undefined && !assessors.some(({ id }) => id === chosen)
  const { data: former } = useCallWithPrevious(
    businessUserCalls.get,
    { params: { id: chosen ?? 0 } },
    isFormer,
  )
  return isFormer && former?.id === chosen ? [...assessors, former] : assessors
}

function useWords(customerName: string | undefined, assessor: number | undefined) {
  const shops = useStaff()?.company.shops ?? []
  const assessors = useAssessors(assessor)
  return (name: (typeof names)[number], query: Query): string => {
    const value = query[name]
    if (name === 'customerId') return customerName ?? `番号 ${value}`
    if (name === 'status') return labelOf(requestStatusLabel, query.status)
    if (name === 'shop') return shops.find(({ id }) => id === value)?.name ?? String(value)
    if (name === 'assessor') return assessors.find(({ id }) => id === value)?.name ?? `番号 ${value}`
    if (name === 'deliveringOption') return labelOf(deliveringOptionLabel, query.deliveringOption)
    return String(value)
  }
}

type DialogProps = { query: Query; onApply: (values: Values) => void; onClose: () => void }

function FilterDialog({ query, onApply, onClose }: DialogProps) {
  const shops = useStaff()?.company.shops ?? []
  const assessors = useAssessors(query.assessor)
  const [values, setValues] = useState<Values>(
    Object.fromEntries(
      names.flatMap((name) => (query[name] === undefined ? [] : [[name, `${query[name]}`]])),
    ),
  )
  const put = (name: keyof Query) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  const text = (name: 'q' | 'customerName' | 'brandName', label: string, autoFocus = false) => (
    <TextField
      label={label}
      autoFocus={autoFocus}
      value={values[name] ?? ''}
      onChange={(event) => put(name)(event.target.value)}
      onPaste={name === 'q' ? (event) => pasteLines(event, ' ') : undefined}
    />
  )
  const select = (
    name: 'status' | 'shop' | 'assessor' | 'deliveringOption',
    options: { value: string | number; label: string }[],
  ) => (
    <SelectField
      label={labels[name]}
      emptyLabel="すべて"
      value={values[name] ?? ''}
      onChange={(event) => put(name)(event.target.value)}
      options={options}
    />
  )
  const named = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(values)
  }
  return (
    <Dialog open title="条件" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap={10}>
          {select(
            'status',
            Object.entries(requestStatusLabel).map(([value, label]) => ({ value, label })),
          )}
          {text('q', '検索(名前・カナ・電話・メール・番号・コード)', true)}
          {text('customerName', 'お名前')}
          {text('brandName', 'ブランド')}
          {shops.length > 1 && select('shop', named(shops))}
          {select('assessor', named(assessors))}
          {select('deliveringOption', [
            { value: 'PICKUP_ONLY', label: deliveringOptionLabel.PICKUP_ONLY },
            { value: 'SELF_ONLY', label: deliveringOptionLabel.SELF_ONLY },
          ])}
          <DatePicker label="申し込み日(から)" value={values.dateFrom ?? ''} onChange={put('dateFrom')} />
          <DatePicker label="申し込み日(まで)" value={values.dateTo ?? ''} onChange={put('dateTo')} />
          <DatePicker label="集荷日" value={values.pickupDate ?? ''} onChange={put('pickupDate')} />
          <div style={{ display: 'flex', flexDirection: 'row-reverse', gap: 8, marginTop: 8 }}>
            <NextButton type="submit">この条件で見る</NextButton>
            <QuietButton onClick={onClose}>戻る</QuietButton>
          </div>
        </Stack>
      </form>
    </Dialog>
  )
}
