import { tokyoDate } from '#contract/day'
import { comparedFields, type NoticeArticleInput } from '#contract/stolen-notice'
import type { FieldErrors } from '#server/platform/refusal'

interface Dates {
  issued_on: string | null
  arrived_on: string
  articles: readonly NoticeArticleInput[]
}

/** Errors in the shape of the body. */
export function noticeProblems(notice: Dates, at: Date): FieldErrors {
  const today = tokyoDate(at)
  const problems: FieldErrors = {}
  if (notice.arrived_on > today) problems.arrived_on = ['今日までの日付を入力してください。']
  if (notice.issued_on && notice.issued_on > notice.arrived_on)
    problems.issued_on = ['到達した日より後の日付です。']
  const articles = notice.articles.map((article) => articleProblems(article))
  if (articles.some((entry) => Object.keys(entry).length > 0)) problems.articles = articles
  return problems
}

function articleProblems(article: NoticeArticleInput): FieldErrors {
  if (comparedFields.every((field) => article[field] === ''))
    return { name: ['品名・ブランド・番号・特徴のどれかを入力してください。'] }
  const { stolen_from: from, stolen_until: until } = article
  return from && until && from > until ? { stolen_until: ['はじめの日より後の日付にしてください。'] } : {}
}
