import { styled } from '@mui/material/styles'
import { itemStatus as I } from '#contract/lifecycle'
import { type PublicationProblem, problemsOf } from '#contract/publication'
import { monthDay } from '#web/lib/dates.ts'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Account, outdatedIn } from './bench-price.ts'
import type { Evidence, Item } from './bench-types.ts'

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
      uplift: account?.uplift ?? 0,
      photos: item.photos.length,
      authenticity: item.authenticity,
      priceReason: item.priceReason,
      priceReasonPhoto: item.priceReasonPhoto,
      priceReasonAmount: item.priceReasonAmount,
      isCommentOutdated: outdatedIn(item, account).length > 0,
    },
    { evidence, namedLow: item.namedLow },
  )
}

const words: Readonly<Record<PublicationProblem, string>> = {
  items_unfinished: '査定が終わっていません',
  photo_missing: '写真がありません',
  authenticity_undetermined: '真贋が判定保留です',
  price_reason_missing: '値段の理由がありません',
  price_photo_missing: '値段の理由の写真がありません',
  comment_outdated: 'コメントが前の内容のままです',
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
    [BY_FINGER]: { minHeight: 44, borderRadius: 22 },
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
