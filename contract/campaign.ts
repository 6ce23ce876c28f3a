import { formatDateJa } from './day.ts'
import { formatYen } from './text.ts'

export const mostBonusYen = 1_000_000
export const mostConditions = 200

export interface ArticleConditions {
  brands: readonly number[]
  categories: readonly number[]
}
interface SaleConditions {
  shops: readonly number[]
  is_first_only: boolean
}

const admits = (wanted: readonly number[], own: readonly number[]): boolean =>
  wanted.length === 0 || own.some((one) => wanted.includes(one))

/** Decided at the application. `isFirst`: the customer has sold nothing to the dealer yet. */
export const countsForSale = (
  { shops, is_first_only }: SaleConditions,
  { shop, isFirst }: { shop: number; isFirst: boolean },
): boolean => admits(shops, [shop]) && (!is_first_only || isFirst)

export interface Article {
  brand: number | null
  /** Its category and all above it. */
  categories: readonly number[]
}

/** Decided at the assessment. */
export const countsForArticle = (conditions: ArticleConditions, { brand, categories }: Article): boolean =>
  admits(conditions.brands, brand === null ? [] : [brand]) && admits(conditions.categories, categories)

/** A category and all above it. */
export function categoryPath(
  tree: readonly { id: number; parent: number | null }[],
  category: number | null,
): number[] {
  const path: number[] = []
  for (let at = category; at !== null && !path.includes(at); ) {
    path.push(at)
    at = tree.find(({ id }) => id === at)?.parent ?? null
  }
  return path
}

export interface BonusTerms {
  percent: number | null
  bonusYen: number | null
  bonusCap: number | null
}

/** Short, for lists and choosers. */
export const bonusText = ({ percent, bonusYen, bonusCap }: BonusTerms): string =>
  percent === null
    ? `1点 +${formatYen(bonusYen ?? 0)}`
    : `+${percent}%${bonusCap === null ? '' : `(1点 ${formatYen(bonusCap)}まで)`}`

export interface CampaignNotice extends BonusTerms {
  companyName: string
  startsOn: string
  endsOn: string
  brandNames: readonly string[]
  categoryNames: readonly string[]
  isFirstOnly: boolean
  /** Empty: all shops of the dealer. */
  shopNames: readonly string[]
}

/** One sentence with the period and every condition, as the law on misleading representations demands. */
export function campaignSentence(notice: CampaignNotice): string {
  const { percent, bonusYen, bonusCap, startsOn, endsOn } = notice
  const when = `${formatDateJa(startsOn)}から${formatDateJa(endsOn)}までのお申し込みで`
  const dealer = notice.companyName
  const who = notice.isFirstOnly ? `、お申し込みの時点で${dealer}に売ったことがない方に限り` : ''
  const shops = notice.shopNames.length > 0 ? `の${notice.shopNames.join('・')}` : ''
  const where = `、${dealer}${shops}が買い取る`
  const of = notice.brandNames.join('・')
  const kinds = notice.categoryNames.join('・')
  const what = [of, kinds].filter(Boolean).join('の') || 'お品物'
  const bonus =
    percent === null
      ? `1点につき${formatYen(bonusYen ?? 0)}(減額したあとの額が上限)`
      : `その${percent}%${bonusCap === null ? '' : `(1点につき${formatYen(bonusCap)}が上限)`}`
  return `${when}${who}${where}${what}の査定額(基準額から減額を引いた額)に、${bonus}を上乗せします。1円未満は切り捨て、値段のつかないお品物は対象外です。ほかのキャンペーンとは併用できません。いくつか対象になるときは、上乗せ額のいちばん大きいものを適用します。`
}
