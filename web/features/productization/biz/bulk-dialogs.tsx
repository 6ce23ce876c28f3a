import { useState } from 'react'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { NumberField, YenField } from '#web/ui/number-field.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { type Channel, channels, type ProductRow } from './product-types.ts'

type Way = 'amount' | 'share'

const ways = [
  { value: 'amount', label: '同じ金額にする' },
  { value: 'share', label: '今の価格から下げる' },
] as const satisfies readonly { value: Way; label: string }[]

/** The price after a discount in percent, in whole hundreds as on a price tag, but never below one. */
export const lowered = (price: number, percent: number): number => {
  const exact = (price * (100 - percent)) / 100
  return exact >= 1000 ? Math.floor(exact / 100) * 100 : Math.max(1, Math.floor(exact))
}

type PriceProps = {
  rows: readonly ProductRow[]
  onClose: () => void
  onPrices: (priceOf: (row: ProductRow) => number | undefined) => void
}

export function BulkPriceDialog({ rows, onClose, onPrices }: PriceProps) {
  const [way, setWay] = useState<Way>('amount')
  const [amount, setAmount] = useState<number | null>(null)
  const [percent, setPercent] = useState<number | null>(10)
  const [isTried, setTried] = useState(false)
  const unpriced = rows.filter(({ sellingPrice }) => sellingPrice === null).length
  const isShare = way === 'share'
  const isGood = isShare
    ? percent !== null && percent > 0 && percent < 100 && unpriced < rows.length
    : amount !== null && amount > 0
  const send = () => {
    setTried(true)
    if (!isGood) return
    onPrices(({ sellingPrice }) => {
      if (!isShare) return amount ?? undefined
      return sellingPrice === null ? undefined : lowered(sellingPrice, percent ?? 0)
    })
  }
  return (
    <ActDialog
      title={`${rows.length}点の販売価格`}
      confirm="販売価格を変える"
      onClose={onClose}
      onConfirm={send}
    >
      <Stack gap={12}>
        <Segmented legend="変え方" segments={ways} value={way} onChange={setWay} />
        {isShare ? (
          <NumberField
            label="下げる割合(%)"
            required
            autoFocus
            value={percent}
            onChange={setPercent}
            error={isTried && !isGood ? '1〜99で入力してください。' : undefined}
            help="1,000円以上は100円未満を切り捨てます。"
          />
        ) : (
          <YenField
            label="販売価格(税込)"
            required
            autoFocus
            value={amount}
            onChange={setAmount}
            error={isTried && !isGood ? '1円以上で入力してください。' : undefined}
          />
        )}
        {isShare && unpriced > 0 && <Muted>{`販売価格のない${unpriced}点は、そのままです。`}</Muted>}
      </Stack>
    </ActDialog>
  )
}

type ChannelProps = {
  count: number
  onClose: () => void
  onChannel: (channel: Channel, label: string) => void
}

export function BulkChannelDialog({ count, onClose, onChannel }: ChannelProps) {
  const [channel, setChannel] = useState<Channel>()
  const [isTried, setTried] = useState(false)
  const chosen = channels.find(({ value }) => value === channel)
  return (
    <ActDialog
      title={`${count}点の販路`}
      confirm="販路を変える"
      onClose={onClose}
      onConfirm={() => {
        setTried(true)
        if (chosen) onChannel(chosen.value, chosen.label)
      }}
    >
      <ChoiceField
        label="販路"
        required
        choices={channels}
        value={channel}
        onChange={setChannel}
        error={isTried && !chosen ? '販路を選んでください。' : undefined}
      />
    </ActDialog>
  )
}
