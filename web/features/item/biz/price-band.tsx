import { type RefObject, useState } from 'react'
import { itemStatus as I } from '#contract/lifecycle'
import { isBelowNamed, isOutlier, priceBand, reasonStands } from '#contract/publication'
import { formatYen } from '#contract/text'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Evidence, Item, Patch } from './bench-types.ts'

type Props = {
  item: Item
  edit: (patch: Patch) => void
  /** Without what a campaign adds. */
  price: number | null
  /** What a campaign adds to it. */
  uplift: number
  evidence: Evidence | null | undefined
  readOnly: boolean
  reason: RefObject<HTMLTextAreaElement | null>
  photo: RefObject<HTMLSelectElement | null>
}

/** How the price stands to what was paid before, and the reason where it is far from it. */
export function PriceBand(props: Props) {
  const { item, price, uplift, evidence } = props
  const band = priceBand(price, evidence)
  if (item.status === I.NOT_BUYABLE) return null
  if (!isOutlier(price, evidence) && isBelowNamed(price, item.namedLow)) return <BelowNamed {...props} />
  if (!band || !evidence) return null
  const basis = uplift > 0 ? `上乗せを除いた ${formatYen(price ?? 0)} で比べています。` : ''
  const range = `これまでの買取は ${formatYen(evidence.min)}〜${formatYen(evidence.max)}(${evidence.n}件・${evidence.days}日)です。${basis}`
  if (!isOutlier(price, evidence))
    return (
      <Notice tone="wait" title="これまでの買取より高い値段です">
        {range}
      </Notice>
    )
  const isLow = band === 'below'
  const title = isLow ? 'これまでの買取より低い値段です' : 'これまでの買取よりはるかに高い値段です'
  const named = isBelowNamed(price, item.namedLow) ? namedText(item) : ''
  const digits = isLow ? '' : '桁をお確かめください。'
  return (
    <fieldset aria-label={title.slice(0, -2)} style={{ display: 'grid', gap: 9 }}>
      <Notice tone="wait" title={title}>
        {`${range}${named}${digits}公開には、理由とそれがわかる写真が必要です。`}
      </Notice>
      <Reason {...props} label={isLow ? '低い理由(お客さまにお伝えします)' : '高い理由(社内の記録です)'} />
    </fieldset>
  )
}

const namedText = ({ namedLow }: Item): string => `事前にお伝えした下限は ${formatYen(namedLow ?? 0)} です。`

function BelowNamed(props: Props) {
  const { item, price, uplift } = props
  const basis = uplift > 0 ? `上乗せを除いた ${formatYen(price ?? 0)} で比べています。` : ''
  return (
    <fieldset aria-label="事前にお伝えした幅より低い値段" style={{ display: 'grid', gap: 9 }}>
      <Notice tone="wait" title="事前にお伝えした幅より低い値段です">
        {`${namedText(item)}${basis}公開には、理由とそれがわかる写真が必要です。`}
      </Notice>
      <Reason {...props} label="低い理由(お客さまにお伝えします)" />
    </fieldset>
  )
}

type Given = { text: string; photo: number | null; amount: number | null }

const isBlank = ({ text, photo }: Given): boolean => text.trim() === '' && photo === null

/** A reason for another price is asked for anew; what was written for that one is offered. */
function Reason({ item, edit, price, evidence, readOnly, reason, photo, label }: Props & { label: string }) {
  const stored: Given = {
    text: item.priceReason,
    photo: item.priceReasonPhoto,
    amount: item.priceReasonAmount,
  }
  const stands =
    readOnly || isBlank(stored) || reasonStands(price, stored.amount, { evidence, namedLow: item.namedLow })
  const [left, setLeft] = useState<Given>()
  const earlier = stands ? left : stored
  const given = stands ? stored : { text: '', photo: null, amount: price }
  const put = (part: Partial<Given>) => {
    if (!stands) setLeft(stored)
    const { text, photo } = { ...given, ...part }
    edit({ priceReason: text, priceReasonPhoto: photo, priceReasonAmount: price })
  }
  return (
    <>
      {earlier && !isBlank(earlier) && !readOnly && (
        <Earlier
          given={earlier}
          onUse={() => {
            const isKept = item.photos.some(({ id }) => id === earlier.photo)
            put({ text: earlier.text, photo: isKept ? earlier.photo : null })
            setLeft(undefined)
          }}
        />
      )}
      <TextArea
        ref={reason}
        label={label}
        required
        rows={2}
        maxLength={500}
        value={given.text}
        readOnly={readOnly}
        onChange={(event) => put({ text: event.target.value })}
      />
      <SelectField
        ref={photo}
        label="理由がわかる写真"
        required
        emptyLabel={item.photos.length === 0 ? '先に写真を足してください' : '選んでください'}
        value={given.photo ?? ''}
        disabled={readOnly}
        onChange={(event) => put({ photo: event.target.value ? Number(event.target.value) : null })}
        options={item.photos.map(({ id, caption }, index) => ({
          value: id,
          label: `写真${index + 1} ${caption}`.trim(),
        }))}
      />
    </>
  )
}

function Earlier({ given, onUse }: { given: Given; onUse: () => void }) {
  const at = given.amount === null ? '前の値段' : formatYen(given.amount)
  return (
    <Notice
      actions={
        <button type="button" onClick={onUse}>
          この値段の理由としても使う
        </button>
      }
    >
      {given.text.trim() === '' ? `${at} の理由の写真があります。` : `${at} の理由:「${given.text.trim()}」`}
    </Notice>
  )
}
