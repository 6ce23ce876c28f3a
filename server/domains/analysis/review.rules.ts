import { type Grade, gradeBandLabel, labelOf } from '#contract/codes'

export interface ReviewedArticle {
  brand: string
  category: string
  name: string
  color: string
  material: string
  size: string
  product_number: string
  features: string
  grade: Grade | string | null
  deductions: readonly { label: string; place: string }[]
}

const conditionSentence: Readonly<Record<string, string>> = {
  S: '未使用、または新品に近い状態です。',
  A: '使用感の少ない、きれいな状態です。',
  B: '着用に伴う使用感はございますが、まだまだお使いいただける状態です。',
  C: '使用感と傷みがございます。状態をご確認のうえ、ご検討ください。',
  D: '目立つ傷みがございます。補修やリメイクの素材としてもご検討ください。',
}
const carriedSentence: Readonly<Record<string, string>> = {
  ...conditionSentence,
  B: '使用に伴う使用感はございますが、まだまだお使いいただける状態です。',
}
const carried =
  /バッグ|財布|靴|時計|リング|ネックレス|アクセサリー|ベルト|スニーカー|ブーツ|リュック|ケース|眼鏡|ピアス|ブレスレット/

const ended = (text: string): string => (/[。!?!?]$/.test(text) ? text : `${text}。`)
const listed = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join('、')}と${parts.at(-1)}` : (parts[0] ?? '')

function opening({ brand, category, name }: ReviewedArticle): string {
  const kind = name || category
  if (brand && kind) return `${brand}の${kind}です。`
  if (brand) return `${brand}の商品です。`
  return kind ? `${kind}です。` : ''
}

function facts({ color, material, size, product_number }: ReviewedArticle): string {
  const parts = [
    color && `色は${color}`,
    material && `素材は${material}`,
    size && `サイズ表記は${size}`,
    product_number && `品番は${product_number}`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join('、')}です。` : ''
}

/** By place, so that each is named once. */
function flaws({ deductions }: ReviewedArticle): string {
  const places = new Map<string, string[]>()
  for (const { label, place } of deductions)
    places.set(place, [...new Set([...(places.get(place) ?? []), label])])
  const parts = [...places].map(([place, labels]) => (place ? `${place}に${listed(labels)}` : listed(labels)))
  return parts.length > 0 ? `${parts.join('、')}がございます。` : ''
}

function condition(article: ReviewedArticle): string {
  const found = flaws(article)
  const band = article.grade?.charAt(0) ?? ''
  const sentences = carried.test(article.category) ? carriedSentence : conditionSentence
  const graded = Object.hasOwn(sentences, band)
    ? `状態は${band}ランク(${labelOf(gradeBandLabel, band)})。${sentences[band]}`
    : ''
  if (found === '') return band === 'S' || band === 'A' ? `${graded}目立つ傷や汚れは見当たりません。` : graded
  return `${graded}${found}写真もあわせてご確認ください。`
}

const closing = '中古品のため、見落とした細かな傷や、お使いの画面による色の違いがある場合がございます。'

/** A text for the shop: what it is, what it is made of, how it is worn. Says nothing that is not known. */
export function composeReview(article: ReviewedArticle): string {
  const about = [opening(article), article.features && ended(article.features)].filter(Boolean).join('')
  const paragraphs = [about, facts(article), condition(article)].filter(Boolean)
  return paragraphs.length > 0 ? [...paragraphs, closing].join('\n') : ''
}
