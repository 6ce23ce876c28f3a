import { styled } from '@mui/material/styles'
import type { RefObject } from 'react'
import { itemStatus as I } from '#contract/lifecycle'
import { isOutlier, type PublicationProblem, priceBand, problemsOf } from '#contract/publication'
import { formatYen } from '#contract/text'
import { monthDay } from '#web/lib/dates.ts'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Account } from './bench-price.ts'
import type { Evidence, Item, Patch } from './bench-types.ts'

export function missingToPublish(
  item: Item,
  account: Account | null,
  evidence: Evidence | null | undefined,
): PublicationProblem[] {
  const isPriced = item.status !== I.NOT_BUYABLE && account !== null && !account.below
  const status = isPriced ? I.ASSESSED : I.NOT_BUYABLE
  return problemsOf(
    {
      status,
      price: account?.price ?? null,
      photos: item.photos.length,
      authenticity: item.authenticity,
      priceReason: item.priceReason,
      priceReasonPhoto: item.priceReasonPhoto,
    },
    evidence,
  )
}

const words: Readonly<Record<PublicationProblem, string>> = {
  items_unfinished: '査定が終わっていません',
  photo_missing: '写真がありません',
  authenticity_undetermined: '真贋が判定保留です',
  price_reason_missing: '値段の理由がありません',
  price_photo_missing: '値段の理由の写真がありません',
}

const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  fontSize: 12,
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 26,
    padding: '0 10px',
    border: 0,
    borderRadius: 13,
    fontWeight: 700,
    color: theme.okuru.palette.warning.main,
    background: theme.okuru.palette.warning.bg,
    cursor: 'pointer',
  },
  '& button:hover': { textDecoration: 'underline' },
}))

type ProblemsProps = {
  problems: readonly PublicationProblem[]
  onGo: (problem: PublicationProblem) => void
}

export function BenchProblems({ problems, onGo }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <List aria-label="公開までに必要なこと">
      {problems.map((problem) => (
        <li key={problem}>
          <button type="button" onClick={() => onGo(problem)}>
            <Icon name="warning" size={14} />
            {words[problem]}
          </button>
        </li>
      ))}
    </List>
  )
}

type BandProps = {
  item: Item
  edit: (patch: Patch) => void
  price: number | null
  evidence: Evidence | null | undefined
  readOnly: boolean
  reason: RefObject<HTMLTextAreaElement | null>
  photo: RefObject<HTMLSelectElement | null>
}

export function PriceBand({ item, edit, price, evidence, readOnly, reason, photo }: BandProps) {
  const band = item.status === I.NOT_BUYABLE ? null : priceBand(price, evidence)
  if (!band || !evidence) return null
  const range = `これまでの買取は ${formatYen(evidence.min)}〜${formatYen(evidence.max)}(${evidence.n}件・${evidence.days}日)です。`
  if (!isOutlier(price, evidence))
    return (
      <Notice tone="wait" title="これまでの買取より高い値段です">
        {range}
      </Notice>
    )
  const isLow = band === 'below'
  const title = isLow ? 'これまでの買取より低い値段です' : 'これまでの買取よりはるかに高い値段です'
  const digits = isLow ? '' : '桁をお確かめください。'
  return (
    <fieldset aria-label={title.slice(0, -2)} style={{ display: 'grid', gap: 9 }}>
      <Notice tone="wait" title={title}>
        {`${range}${digits}公開には、理由とそれがわかる写真が必要です。`}
      </Notice>
      <TextArea
        ref={reason}
        label={isLow ? '低い理由(お客さまにお伝えします)' : '高い理由(社内の記録です)'}
        required
        rows={2}
        maxLength={500}
        value={item.priceReason}
        readOnly={readOnly}
        onChange={(event) => edit({ priceReason: event.target.value })}
      />
      <SelectField
        ref={photo}
        label="理由がわかる写真"
        required
        emptyLabel={item.photos.length === 0 ? '先に写真を足してください' : '選んでください'}
        value={item.priceReasonPhoto ?? ''}
        disabled={readOnly}
        onChange={(event) =>
          edit({ priceReasonPhoto: event.target.value ? Number(event.target.value) : null })
        }
        options={item.photos.map(({ id, caption }, index) => ({
          value: id,
          label: `写真${index + 1} ${caption}`.trim(),
        }))}
      />
    </fieldset>
  )
}

type Question = { secondLookReason: string; secondLookAt: string | null }

export function DisputedNotice({ request }: { request: Question }) {
  const on = request.secondLookAt ? `(${monthDay(request.secondLookAt)})` : ''
  return (
    <Notice tone="wait" title={`お客さまが見直しを希望されています${on}`}>
      {request.secondLookReason}
    </Notice>
  )
}

export const OtherAssessorNotice = () => (
  <Notice title="別の担当者が見直します">
    はじめに査定した人とは別の人が、前の値段を見ずに見直します。この品は、ほかの担当者にお任せください。
  </Notice>
)
