import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { labelOf, salesChannel } from '#contract/codes'
import { productizationCalls } from '#contract/productization'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { notify } from '#web/ui/notify.tsx'
import { DecimalField, YenField } from '#web/ui/number-field.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { type ChannelCosts, channels } from './product-types.ts'

type Cost = ChannelCosts[number]
type Amount = 'feePermille' | 'shipping' | 'handling' | 'marginFloorPermille'
type Draft = { [name in Amount]: number | null }

const Fields = styled('fieldset')(({ theme }) => ({
  paddingTop: 10,
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  '& legend': { float: 'left', width: '100%', marginBottom: 6, fontWeight: 700 },
  '& > div': {
    clear: 'both',
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: 10,
    alignItems: 'end',
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
}))

const none: Omit<Cost, 'salesChannel'> = {
  feePermille: 0,
  shipping: 0,
  handling: 0,
  marginFloorPermille: 0,
  version: 0,
}

const startOf = (costs: ChannelCosts): Cost[] =>
  channels.map(
    ({ value }) =>
      costs.find(({ salesChannel: channel }) => channel === value) ?? { salesChannel: value, ...none },
  )

const isWhole = (draft: Draft): draft is { [name in Amount]: number } =>
  Object.values(draft).every((value) => value !== null) &&
  [draft.feePermille, draft.marginFloorPermille].every((value) => (value ?? 0) <= 1000)

/** 販路ごとの費用: what each channel takes of a sale, and the lowest margin wanted there. */
export function ChannelCostsDialog({ costs, onClose }: { costs: ChannelCosts; onClose: () => void }) {
  const [start] = useState(() => startOf(costs))
  const [drafts, setDrafts] = useState<Readonly<Record<number, Draft>>>(() =>
    Object.fromEntries(start.map(({ salesChannel: channel, version: _, ...amounts }) => [channel, amounts])),
  )
  const [isTried, setTried] = useState(false)
  const { mutateAsync, isPending, error } = useMutationOf(productizationCalls.writeChannelCost, {
    rereadsOnError: true,
  })
  const put = (channel: number, change: Partial<Draft>) =>
    setDrafts((before) => ({ ...before, [channel]: { ...(before[channel] as Draft), ...change } }))
  const save = async () => {
    setTried(true)
    const changed = start.filter((cost) => {
      const draft = drafts[cost.salesChannel] as Draft
      return (Object.keys(draft) as Amount[]).some((name) => draft[name] !== cost[name])
    })
    if (!Object.values(drafts).every(isWhole)) return
    try {
      for (const { salesChannel: channel, version } of changed) {
        const draft = drafts[channel] as { [name in Amount]: number }
        await mutateAsync({ body: { ...draft, salesChannel: channel as 1 | 2 | 3, version } })
      }
    } catch {
      return
    }
    if (changed.length > 0) notify.done('販路ごとの費用を保存しました。')
    onClose()
  }
  return (
    <ActDialog
      wide
      title="販路ごとの費用"
      confirm="保存する"
      onClose={onClose}
      onConfirm={() => void save()}
      pending={isPending}
    >
      <Stack gap={14}>
        <Muted>
          商品化の画面と一覧の粗利は、ここで決めた費用で計算します。会社のすべての店舗に共通です。
        </Muted>
        {start.map(({ salesChannel: channel }) => (
          <CostFields
            key={channel}
            name={labelOf(salesChannel, channel)}
            draft={drafts[channel] as Draft}
            isTried={isTried}
            onChange={(change) => put(channel, change)}
          />
        ))}
        {error && <ErrorText role="alert">{sentenceFor(error)}</ErrorText>}
      </Stack>
    </ActDialog>
  )
}

type FieldsProps = {
  name: string
  draft: Draft
  isTried: boolean
  onChange: (change: Partial<Draft>) => void
}

function CostFields({ name, draft, isTried, onChange }: FieldsProps) {
  const error = (field: Amount) => {
    if (!isTried) return undefined
    if (draft[field] === null) return '入力してください。'
    return field.endsWith('Permille') && draft[field] > 1000 ? '100%までです。' : undefined
  }
  const share = (field: 'feePermille' | 'marginFloorPermille', label: string) => (
    <DecimalField
      label={label}
      unit="%"
      value={draft[field] === null ? null : draft[field] / 10}
      error={error(field)}
      onChange={(percent) => onChange({ [field]: percent === null ? null : Math.round(percent * 10) })}
    />
  )
  const yen = (field: 'shipping' | 'handling', label: string) => (
    <YenField
      label={label}
      value={draft[field]}
      error={error(field)}
      onChange={(amount) => onChange({ [field]: amount })}
    />
  )
  return (
    <Fields>
      <legend>{name}</legend>
      <div>
        {share('feePermille', '販売手数料')}
        {yen('shipping', '送料')}
        {yen('handling', '商品化の費用')}
        {share('marginFloorPermille', '粗利の下限')}
      </div>
    </Fields>
  )
}
