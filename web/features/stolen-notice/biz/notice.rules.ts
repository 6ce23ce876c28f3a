import type { CallBodyInput } from '#contract/call'
import { formatDateJa } from '#contract/day'
import { mostNoticeArticles, stolenNoticeCalls } from '#contract/stolen-notice'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import type { FormRules, Problems } from '#web/ui/call-form.ts'

export type Notice = AskResult<typeof stolenNoticeCalls.get>
export type Article = Notice['articles'][number]
export type NoticeMatch = Notice['matches'][number]
type Body = CamelCased<CallBodyInput<typeof stolenNoticeCalls.create>>

export type ArticleValues = {
  id: number | null
  /** Empty: not said. */
  category: string
  brand: string
  name: string
  color: string
  features: string
  productNumber: string
  serialNumber: string
  otherNumber: string
  quantity: string
  stolenFrom: string
  stolenUntil: string
  stolenPlace: string
}

export type NoticeValues = {
  number: string
  policeStation: string
  contact: string
  issuedOn: string
  arrivedOn: string
  note: string
  articles: ArticleValues[]
}

export const articleLabels = {
  category: '種類',
  brand: 'ブランド',
  name: '品名',
  color: '色',
  features: '特徴',
  productNumber: '品番(型番)',
  serialNumber: '製造番号',
  otherNumber: 'そのほかの番号',
  quantity: '点数',
  stolenFrom: '盗まれた日(はじめ)',
  stolenUntil: '盗まれた日(おわり)',
  stolenPlace: '盗まれた場所',
} as const

const ofArticles = Object.fromEntries(
  Array.from({ length: mostNoticeArticles }, (_, index) =>
    Object.entries(articleLabels).map(([name, label]) => [
      `articles.${index}.${name}`,
      `${index + 1}つめの${label}`,
    ]),
  ).flat(),
)

export const noticeLabels: Readonly<Record<string, string>> = {
  policeStation: '発行した警察署',
  number: '品触れの番号',
  contact: '連絡先',
  issuedOn: '紙にある日付',
  arrivedOn: '到達した日',
  note: 'メモ',
  articles: '品',
  ...ofArticles,
}

export const blankArticle = (): ArticleValues => ({
  id: null,
  category: '',
  brand: '',
  name: '',
  color: '',
  features: '',
  productNumber: '',
  serialNumber: '',
  otherNumber: '',
  quantity: '1',
  stolenFrom: '',
  stolenUntil: '',
  stolenPlace: '',
})

export const noticeValuesOf = (stored: Notice | undefined): NoticeValues => ({
  number: stored?.number ?? '',
  policeStation: stored?.policeStation ?? '',
  contact: stored?.contact ?? '',
  issuedOn: stored?.issuedOn ?? '',
  arrivedOn: stored?.arrivedOn ?? '',
  note: stored?.note ?? '',
  articles: stored?.articles.map((article) => ({
    id: article.id,
    category: article.category === null ? '' : String(article.category),
    brand: article.brand,
    name: article.name,
    color: article.color,
    features: article.features,
    productNumber: article.productNumber,
    serialNumber: article.serialNumber,
    otherNumber: article.otherNumber,
    quantity: String(article.quantity),
    stolenFrom: article.stolenFrom ?? '',
    stolenUntil: article.stolenUntil ?? '',
    stolenPlace: article.stolenPlace,
  })) ?? [blankArticle()],
})

const wholeNumber = (text: string): number => Number(text.normalize('NFKC').trim() || Number.NaN)

export const noticeBody = (values: NoticeValues): Body => ({
  ...values,
  issuedOn: values.issuedOn || null,
  articles: values.articles.map((article) => ({
    ...article,
    category: article.category === '' ? null : Number(article.category),
    quantity: wholeNumber(article.quantity),
    stolenFrom: article.stolenFrom || null,
    stolenUntil: article.stolenUntil || null,
  })),
})

const compared = ['brand', 'name', 'features', 'productNumber', 'serialNumber', 'otherNumber'] as const

function moreProblems({ arrivedOn, issuedOn, articles }: NoticeValues): Problems {
  const problems: Record<string, string> = {}
  if (arrivedOn > todayInTokyo()) problems.arrivedOn = '今日までの日付を入力してください。'
  if (issuedOn && arrivedOn && issuedOn > arrivedOn) problems.issuedOn = '到達した日より後の日付です。'
  articles.forEach((article, index) => {
    if (compared.every((name) => article[name].trim() === ''))
      problems[`articles.${index}.name`] = '品名・ブランド・番号・特徴のどれかを入力してください。'
    if (!/^[1-9]\d{0,2}$/.test(article.quantity.normalize('NFKC').trim()))
      problems[`articles.${index}.quantity`] = '1から999までの数字を入力してください。'
    if (article.stolenFrom && article.stolenUntil && article.stolenFrom > article.stolenUntil)
      problems[`articles.${index}.stolenUntil`] = 'はじめの日より後の日付にしてください。'
  })
  return problems
}

export const noticeRules: FormRules<NoticeValues> = {
  call: stolenNoticeCalls.create,
  labels: noticeLabels,
  bodyOf: noticeBody,
  blank: { arrivedOn: '到達した日を入力してください。法律で、受け取った日の記入が求められています。' },
  also: moreProblems,
}

const wordsOf = ({ brand, name, color, productNumber, serialNumber }: ArticleValues): string =>
  [brand, name, color, productNumber, serialNumber].filter(Boolean).join(' ')

export const noticeTexts = (values: NoticeValues): Readonly<Record<string, string>> => ({
  number: values.number.trim(),
  policeStation: values.policeStation.trim(),
  contact: values.contact.trim(),
  issuedOn: values.issuedOn,
  arrivedOn: values.arrivedOn,
  note: values.note.trim(),
  articles: values.articles.map(wordsOf).join('、'),
})

export const dayText = (day: string | null): string => (day ? formatDateJa(day) : '—')
