import { foldSearch } from '#contract/text'
import type { ReadBox, Reading, ReadLine } from '#server/platform/reading'
import { lookDistance } from './confusion.rules.ts'

/** As care labels name them (家庭用品品質表示法), with what else is printed for the same. */
const materials: Readonly<Record<string, readonly string[]>> = {
  綿: ['コットン', 'COTTON', 'COTONE', 'COTON', 'BAUMWOLLE'],
  毛: ['ウール', '羊毛', 'WOOL', 'LANA', 'LAINE', 'VIRGIN WOOL'],
  麻: ['リネン', '亜麻', 'LINEN', 'LINO', 'LIN', 'FLAX'],
  絹: ['シルク', 'SILK', 'SETA', 'SOIE'],
  カシミヤ: ['カシミア', 'CASHMERE', 'CACHEMIRE'],
  アルパカ: ['ALPACA'],
  モヘヤ: ['モヘア', 'MOHAIR'],
  アンゴラ: ['ANGORA'],
  ポリエステル: ['POLYESTER', 'POLIESTERE'],
  ナイロン: ['NYLON', 'POLYAMIDE', 'POLIAMMIDE'],
  アクリル: ['ACRYLIC', 'ACRILICO', 'ACRYLIQUE'],
  ポリウレタン: ['POLYURETHANE', 'ELASTANE', 'SPANDEX', 'ELASTAN'],
  レーヨン: ['RAYON', 'VISCOSE', 'VISCOSA'],
  キュプラ: ['CUPRO', 'CUPRA', 'BEMBERG'],
  アセテート: ['ACETATE', 'トリアセテート', 'TRIACETATE'],
  テンセル: ['TENCEL', 'LYOCELL', 'リヨセル'],
  モダール: ['MODAL'],
  牛革: ['COW LEATHER', 'COWHIDE', 'CALF', 'カーフ'],
  羊革: ['LAMB LEATHER', 'SHEEP LEATHER', 'ラム'],
  ダウン: ['DOWN', 'PIUMINO'],
  フェザー: ['FEATHER'],
}

const folded = (text: string): string => foldSearch(text).toUpperCase()
const spellings = Object.entries(materials).flatMap(([name, others]) =>
  [name, ...others].map((text) => ({ name, text: folded(text) })),
)

/** A share of a material as it stands on a label. */
const share = /([^\d%％]{1,24}?)\s*(\d{1,3})\s*[%％]/g

function materialOf(text: string): { name: string; likeness: number } | undefined {
  const plain = folded(text).replace(/[^\p{L}ー]/gu, '')
  if (plain === '') return undefined
  const same = spellings.find((one) => one.text === plain)
  if (same) return { name: same.name, likeness: 1 }
  const within = spellings.find((one) => one.text.length >= 3 && plain.includes(one.text))
  if (within) return { name: within.name, likeness: 0.9 }
  if (plain.length < 4) return undefined
  let found: { name: string; likeness: number } | undefined
  for (const { name, text: known } of spellings) {
    if (known.length < 4) continue
    const most = known.length * 0.3
    const distance = lookDistance(plain, known, most)
    const likeness = 1 - distance / known.length
    if (distance <= most && likeness > (found?.likeness ?? 0)) found = { name, likeness }
  }
  return found
}

interface Part {
  name: string
  percent: number
  likeness: number
  line: ReadLine
}

export interface LabelMatch {
  value: string
  confidence: number
  box: ReadBox
}

function partsOf(lines: readonly ReadLine[]): Part[] {
  return lines.flatMap((line) =>
    [...line.text.normalize('NFKC').matchAll(share)].flatMap(([, words = '', digits = '']) => {
      const material = materialOf(words)
      const percent = Number(digits)
      return material && percent >= 1 && percent <= 100 ? [{ ...material, percent, line }] : []
    }),
  )
}

/** Lines that were read several ways count once. */
function distinct(parts: readonly Part[]): Part[] {
  const best = new Map<string, Part>()
  for (const part of parts) {
    const known = best.get(part.name)
    if (!known || part.likeness > known.likeness) best.set(part.name, part)
  }
  return [...best.values()]
}

export function matchMaterials(readings: readonly Reading[]): LabelMatch[] {
  const latin = readings
    .filter(({ kind }) => kind === 'plain' || kind === 'small')
    .flatMap(({ lines }) => partsOf(lines))
  const japanese = readings.filter(({ kind }) => kind === 'japanese').flatMap(({ lines }) => partsOf(lines))
  const parts = distinct([...latin, ...japanese])
  const [first] = parts
  if (!first) return []
  const sum = parts.reduce((total, { percent }) => total + percent, 0)
  const likeness = Math.min(...parts.map((part) => part.likeness))
  const confidence = sum === 100 ? (likeness === 1 ? 0.92 : 0.8) : 0.5 * likeness
  const value = parts
    .toSorted((a, b) => b.percent - a.percent)
    .map(({ name, percent }) => `${name}${percent}%`)
    .join(' ')
  return [{ value: value.slice(0, 60), confidence, box: first.line.box }]
}

const sizeNamed = /(?:SIZE|サイ\s*ズ|TAILLE|TAGLIA)\s*[:：]?\s*([A-Z0-9]{1,5}(?:[-/][A-Z0-9]{1,4})?)\b/i
const known = /^(?:XXS|XS|S|M|L|LL|XL|XXL|3L|F|FREE|[0-9]|3[02468]|4[02468]|5[024]|2[2-9](?:\.5)?)$/i

export function matchSizes(readings: readonly Reading[]): LabelMatch[] {
  const found = new Map<string, LabelMatch & { times: number }>()
  for (const { lines } of readings) {
    for (const line of lines) {
      const [, value] = sizeNamed.exec(line.text.normalize('NFKC')) ?? []
      if (value === undefined || !known.test(value)) continue
      const size = value.toUpperCase()
      const times = (found.get(size)?.times ?? 0) + 1
      found.set(size, { value: size, confidence: Math.min(0.88, 0.6 + times * 0.1), box: line.box, times })
    }
  }
  return [...found.values()]
    .map(({ times: _, ...match }) => match)
    .toSorted((a, b) => b.confidence - a.confidence)
}

/** Words on labels and tags, and the category of ours that they mean. */
const categoryWords: readonly (readonly [RegExp, string])[] = [
  [/\bCOAT\b|コート|PARKA|DOWN JACKET/i, 'アウター'],
  [/\bJACKET\b|BLAZER|ジャケット/i, 'ジャケット'],
  [/\bSHIRTS?\b|BLOUSE|シャツ|ブラウス/i, 'シャツ・ブラウス'],
  [/KNIT|SWEATER|CARDIGAN|ニット|セーター/i, 'ニット'],
  [/\bDRESS\b|ONE ?PIECE|ワンピース/i, 'ワンピース'],
  [/SKIRT|スカート/i, 'スカート'],
  [/DENIM|JEANS|デニム/i, 'デニム'],
  [/PANTS|TROUSERS|パンツ|ズボン/i, 'ボトムス'],
  [/T-?SHIRT|CUT ?SEWN|カットソー/i, 'Tシャツ・カットソー'],
  [/SWEAT ?SHIRT|HOODIE|パーカー|スウェット/i, 'スウェット・パーカー'],
  [/\bBAG\b|HANDBAG|バッグ/i, 'バッグ'],
  [/WALLET|財布/i, '財布'],
  [/SNEAKER|スニーカー/i, 'スニーカー'],
  [/BOOTS|ブーツ/i, 'ブーツ'],
]

export function matchCategoryWords(readings: readonly Reading[]): LabelMatch[] {
  const lines = readings.filter(({ kind }) => kind !== 'exact').flatMap((reading) => reading.lines)
  const found = new Map<string, LabelMatch>()
  for (const line of lines) {
    const word = categoryWords.find(([pattern]) => pattern.test(line.text))
    if (word && line.confidence > 0.6) found.set(word[1], { value: word[1], confidence: 0.7, box: line.box })
  }
  return [...found.values()]
}
