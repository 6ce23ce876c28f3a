import { type FormEvent, useState } from 'react'
import type { CallQuery } from '#contract/call'
import { deliveringOptionLabel, labelOf } from '#contract/codes'
import { companyCalls } from '#contract/company'
import { requestStatusLabel } from '#contract/lifecycle'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { monthDay } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { type ActiveFilter, FilterChips } from '#web/ui/filter-chips.tsx'
import { Stack } from '#web/ui/page.tsx'

type Query = CallQuery<typeof purchaseRequestCalls.bizList>
type Values = Partial<Record<keyof Query, string>>

const names = [
  'q',
  'customer_id',
  'status',
  'shop',
  'assessor',
  'customer_name',
  'brand_name',
  'delivering_option',
  'pickup_date',
  'date_from',
  'date_to',
] as const satisfies readonly (keyof Query)[]

type Props = {
  query: Query
  set: (changes: Record<string, string | undefined>) => void
  customerName: string | undefined
}

export function RequestFilters({ query, set, customerName }: Props) {
  const [open, setOpen] = useState(false)
  const words = useWords(customerName)
  const chips: ActiveFilter[] = names
    .filter((name) => name !== 'date_to' && query[name] !== undefined)
    .map((name) => ({
      key: name,
      label: labels[name],
      value: words(name, query),
      // Nobody types a customer number: it comes with a link from the customer's page.
      onEdit: name === 'customer_id' ? undefined : () => setOpen(true),
      onRemove: () => set({ [name]: undefined }),
    }))
  const period: ActiveFilter[] =
    query.date_from || query.date_to
      ? [
          {
            key: 'period',
            label: '期間',
            value: `${query.date_from ? monthDay(query.date_from) : ''}–${query.date_to ? monthDay(query.date_to) : ''}`,
            onEdit: () => setOpen(true),
            onRemove: () => set({ date_from: undefined, date_to: undefined }),
          },
        ]
      : []
  const active = [...chips.filter(({ key }) => key !== 'date_from'), ...period]
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
  customer_id: 'お客さま',
  status: '状況',
  shop: '店舗',
  assessor: '担当',
  customer_name: 'お名前',
  brand_name: 'ブランド',
  delivering_option: '送り方',
  pickup_date: '集荷日',
  date_from: '期間',
  date_to: '期間',
}

function useWords(customerName: string | undefined) {
  const shops = useStaff()?.company.shops ?? []
  const { data: assessors = [] } = useCall(companyCalls.assessors)
  return (name: (typeof names)[number], query: Query): string => {
    const value = query[name]
    if (name === 'customer_id') return customerName ?? `番号 ${value}`
    if (name === 'status') return labelOf(requestStatusLabel, query.status)
    if (name === 'shop') return shops.find(({ id }) => id === value)?.name ?? String(value)
    if (name === 'assessor') return assessors.find(({ id }) => id === value)?.name ?? String(value)
    if (name === 'delivering_option') return labelOf(deliveringOptionLabel, query.delivering_option)
    return String(value)
  }
}

type DialogProps = { query: Query; onApply: (values: Values) => void; onClose: () => void }

function FilterDialog({ query, onApply, onClose }: DialogProps) {
  const shops = useStaff()?.company.shops ?? []
  const { data: assessors = [] } = useCall(companyCalls.assessors)
  const [values, setValues] = useState<Values>(
    Object.fromEntries(
      names.flatMap((name) => (query[name] === undefined ? [] : [[name, `${query[name]}`]])),
    ),
  )
  const put = (name: keyof Query) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  const text = (name: 'q' | 'customer_name' | 'brand_name', label: string, autoFocus = false) => (
    <TextField
      label={label}
      autoFocus={autoFocus}
      value={values[name] ?? ''}
      onChange={(event) => put(name)(event.target.value)}
    />
  )
  const select = (
    name: 'status' | 'shop' | 'assessor' | 'delivering_option',
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
          {text('customer_name', 'お名前')}
          {text('brand_name', 'ブランド')}
          {shops.length > 1 && select('shop', named(shops))}
          {select('assessor', named(assessors))}
          {select('delivering_option', [
            { value: 'PICKUP_ONLY', label: deliveringOptionLabel.PICKUP_ONLY },
            { value: 'SELF_ONLY', label: deliveringOptionLabel.SELF_ONLY },
          ])}
          <DatePicker label="申し込み日(から)" value={values.date_from ?? ''} onChange={put('date_from')} />
          <DatePicker label="申し込み日(まで)" value={values.date_to ?? ''} onChange={put('date_to')} />
          <DatePicker label="集荷日" value={values.pickup_date ?? ''} onChange={put('pickup_date')} />
          <div style={{ display: 'flex', flexDirection: 'row-reverse', gap: 8, marginTop: 8 }}>
            <NextButton type="submit">この条件で見る</NextButton>
            <QuietButton onClick={onClose}>戻る</QuietButton>
          </div>
        </Stack>
      </form>
    </Dialog>
  )
}
