import type { Grade } from '#contract/codes'
import { colorsOf } from './drawing.ts'
import type { Dice } from './random.ts'

export const colors = ['黒', '紺', '白', 'ベージュ', 'グレー', '茶', 'カーキ', '赤', '青', '緑'] as const
export type Color = (typeof colors)[number]

export type Shape =
  | 'jacket'
  | 'coat'
  | 'knit'
  | 'shirt'
  | 'dress'
  | 'bottoms'
  | 'bag'
  | 'wallet'
  | 'shoes'
  | 'watch'
  | 'ring'

interface Kind {
  brand: string
  category: string
  shape: Shape
  names: readonly string[]
  materials: readonly string[]
  /** Yen for grade A. */
  price: readonly [from: number, to: number]
  gender: readonly (0 | 1 | 9)[]
  weight: number
}

const kind = (
  weight: number,
  brand: string,
  category: string,
  shape: Shape,
  names: readonly string[],
  materials: readonly string[],
  price: readonly [number, number],
  gender: readonly (0 | 1 | 9)[] = [1],
): Kind => ({ brand, category, shape, names, materials, price, gender, weight })

/** The first eight are frequent enough for a price range. */
export const kinds: readonly Kind[] = [
  kind(
    10,
    'COMME des GARÇONS',
    'ジャケット',
    'jacket',
    ['縮絨ウール ジャケット', 'ポリエステル 縮絨 テーラードジャケット'],
    ['ウール', 'ポリエステル'],
    [7000, 15_000],
  ),
  kind(
    9,
    'PLEATS PLEASE',
    'ワンピース',
    'dress',
    ['プリーツ ロングワンピース', 'プリーツ ノースリーブワンピース'],
    ['ポリエステル'],
    [8000, 16_000],
  ),
  kind(
    9,
    'THE NORTH FACE',
    'アウター',
    'coat',
    ['ヌプシジャケット', 'マウンテンライトジャケット'],
    ['ナイロン'],
    [9000, 18_000],
    [0, 9],
  ),
  kind(
    8,
    'UNITED ARROWS',
    'ニット',
    'knit',
    ['カシミヤ クルーネックニット', 'ハイゲージ タートルネックニット'],
    ['カシミヤ', 'ウール'],
    [1500, 4000],
  ),
  kind(
    8,
    'BURBERRY',
    'アウター',
    'coat',
    ['ノバチェック ステンカラーコート', 'コットン トレンチコート'],
    ['コットン', 'ウール'],
    [9000, 24_000],
    [0, 1],
  ),
  kind(
    8,
    'GUCCI',
    'バッグ',
    'bag',
    ['GGキャンバス トートバッグ', 'バンブー ハンドバッグ'],
    ['キャンバス', 'レザー'],
    [18_000, 45_000],
  ),
  kind(
    7,
    'LOUIS VUITTON',
    '財布',
    'wallet',
    ['モノグラム ポルトフォイユ・サラ', 'エピ 二つ折り財布'],
    ['キャンバス', 'レザー'],
    [12_000, 28_000],
  ),
  kind(
    7,
    'Dr. Martens',
    '靴',
    'shoes',
    ['8ホール レースアップブーツ', '3ホール シューズ'],
    ['レザー'],
    [3500, 8000],
    [0, 1, 9],
  ),
  kind(
    3,
    'Yohji Yamamoto',
    'アウター',
    'coat',
    ['ギャバジン ロングコート'],
    ['ウール'],
    [14_000, 32_000],
    [0, 1],
  ),
  kind(
    3,
    'sacai',
    'ニット',
    'knit',
    ['ドッキング ニットカーディガン'],
    ['ウール', 'コットン'],
    [8000, 17_000],
  ),
  kind(
    3,
    'Maison Margiela',
    '靴',
    'shoes',
    ['タビ バレエシューズ', 'タビ アンクルブーツ'],
    ['レザー'],
    [15_000, 36_000],
  ),
  kind(2, 'MONCLER', 'アウター', 'coat', ['ダウンジャケット'], ['ナイロン'], [25_000, 60_000], [0, 1]),
  kind(
    2,
    'JIL SANDER',
    'シャツ・ブラウス',
    'shirt',
    ['コットン オーバーシャツ'],
    ['コットン'],
    [5000, 12_000],
    [0, 1],
  ),
  kind(2, 'mina perhonen', 'ワンピース', 'dress', ['刺繍 リネンワンピース'], ['リネン'], [9000, 22_000]),
  kind(
    2,
    'BEAMS',
    'シャツ・ブラウス',
    'shirt',
    ['オックスフォード ボタンダウンシャツ'],
    ['コットン'],
    [800, 2200],
    [0],
  ),
  kind(
    2,
    'A.P.C.',
    'ボトムス',
    'bottoms',
    ['プチスタンダード デニムパンツ'],
    ['デニム'],
    [2500, 6000],
    [0, 1],
  ),
  kind(
    2,
    'Patagonia',
    'アウター',
    'jacket',
    ['レトロX フリースジャケット'],
    ['ポリエステル'],
    [7000, 14_000],
    [0, 9],
  ),
  kind(2, 'CELINE', 'バッグ', 'bag', ['ラゲージ マイクロショッパー'], ['レザー'], [35_000, 80_000]),
  kind(
    2,
    'BOTTEGA VENETA',
    '財布',
    'wallet',
    ['イントレチャート 長財布'],
    ['レザー'],
    [14_000, 30_000],
    [0, 1],
  ),
  kind(2, 'PRADA', 'バッグ', 'bag', ['テスート ナイロントートバッグ'], ['ナイロン'], [16_000, 38_000]),
  kind(1, 'SEIKO', '腕時計', 'watch', ['プレザージュ 自動巻き腕時計'], ['ステンレス'], [15_000, 40_000], [0]),
  kind(
    1,
    'OMEGA',
    '腕時計',
    'watch',
    ['デ・ヴィル クオーツ腕時計'],
    ['ステンレス'],
    [45_000, 110_000],
    [0, 1],
  ),
  kind(1, 'Tiffany & Co.', 'アクセサリー', 'ring', ['1837 シルバーリング'], ['シルバー925'], [6000, 12_000]),
  kind(
    2,
    'UNDERCOVER',
    'Tシャツ・カットソー',
    'shirt',
    ['プリント Tシャツ'],
    ['コットン'],
    [2500, 6000],
    [0],
  ),
  kind(2, 'TOGA', 'ボトムス', 'bottoms', ['切替 ラップスカート'], ['ポリエステル'], [4000, 9500]),
  kind(
    1,
    'MACKINTOSH',
    'アウター',
    'coat',
    ['ゴム引き ステンカラーコート'],
    ['コットン'],
    [16_000, 34_000],
    [0, 1],
  ),
]

const flaws: Record<
  'cloth' | 'leather' | 'metal',
  readonly (readonly [label: string, place: string, share: number])[]
> = {
  cloth: [
    ['毛羽立ち', '袖口', 0.06],
    ['黄ばみ', '襟', 0.12],
    ['毛玉', '脇', 0.08],
    ['小さなシミ', '前身頃', 0.15],
    ['糸のほつれ', '裾', 0.05],
    ['ボタンの欠け', '前立て', 0.07],
  ],
  leather: [
    ['角スレ', '底の四隅', 0.12],
    ['型崩れ', '全体', 0.1],
    ['ひっかき傷', '正面', 0.08],
    ['ベタつき', '内側', 0.18],
    ['ハンドルの黒ずみ', '持ち手', 0.1],
  ],
  metal: [
    ['小傷', 'ケース', 0.06],
    ['ベルトのよれ', 'ベルト', 0.1],
  ],
}

const flawsOf = (shape: Shape) =>
  flaws[
    shape === 'watch' || shape === 'ring'
      ? 'metal'
      : shape === 'bag' || shape === 'wallet' || shape === 'shoes'
        ? 'leather'
        : 'cloth'
  ]

const comments: Record<string, readonly string[]> = {
  S: ['タグ付きの未使用品です。人気の型のため、高めに評価しました。'],
  A: [
    '目立つ傷や汚れがなく、きれいな状態です。',
    '形崩れがなく、季節に合うため高めに評価しました。',
    '丁寧にお使いいただいた、きれいなお品物です。',
  ],
  B: ['通常のご使用による軽い使用感があります。', '着用感はありますが、まだ長くお使いいただける状態です。'],
  C: ['傷みがあるため、補修を見込んだ金額です。', '使用感がはっきりしていますが、ブランドの需要があります。'],
}
const refusals = [
  '脇に大きな破れがあり、補修が難しいため',
  '広い範囲に落ちないシミがあるため',
  'ブランドの表示がなく、販売できる見込みが立たないため',
  '合皮がはがれているため',
] as const

export interface Flaw {
  label: string
  place: string
  amount: number
}

export interface Article {
  kind: Kind
  name: string
  color: Color
  material: string
  size: string
  gender: 0 | 1 | 9
  product_number: string
  serial_number: string
  grade: Grade | null
  base: number
  flaws: Flaw[]
  comment: string
  refusal: string
}

function sizeOf(die: Dice, shape: Shape): string {
  if (shape === 'bag' || shape === 'wallet' || shape === 'watch') return ''
  if (shape === 'shoes') return `${die.int(22, 28)}.${die.pick([0, 5])}cm`
  if (shape === 'ring') return `${die.int(7, 15)}号`
  return die.pick(['S', 'M', 'M', 'L', 'XL', '38', '40'])
}

const gradeFactors: Record<string, number> = { S: 1.35, A: 1, B: 0.7, C: 0.4 }

export function drawArticle(
  die: Dice,
  options: { popular?: boolean; sure?: boolean; shape?: Shape } = {},
): Article {
  const among = options.popular ? kinds.slice(0, 8) : kinds
  const from = options.shape ? among.filter(({ shape }) => shape === options.shape) : among
  const kind = die.weighted(
    from,
    from.map(({ weight }) => weight),
  )
  const band = die.weighted(['S', 'A', 'B', 'C'], [1, 7, 6, 2])
  const refused = !options.sure && die.chance(0.1)
  const name = die.pick(kind.names)
  const list = kind.price[0] + die.next() * (kind.price[1] - kind.price[0])
  const base = Math.max(300, Math.round((list * (gradeFactors[band] ?? 1)) / 100) * 100)
  const found = refused || band === 'S' ? [] : drawFlaws(die, kind.shape, band, base)
  return {
    kind,
    name,
    color: die.pick(colorsOf[kind.shape]),
    material: die.pick(kind.materials),
    size: sizeOf(die, kind.shape),
    gender: die.pick(kind.gender),
    product_number: die.chance(0.5)
      ? `${die.pick(['A', 'D', 'G', 'J'])}${die.int(10, 99)}-${die.int(1000, 9999)}`
      : '',
    serial_number: kind.shape === 'watch' ? String(die.int(1_000_000, 9_999_999)) : '',
    grade: refused ? null : (`${band}_${die.int(1, 3)}` as Grade),
    base,
    flaws: found,
    comment: refused ? '' : die.pick(comments[band] ?? ['']),
    refusal: refused ? die.pick(refusals) : '',
  }
}

function drawFlaws(die: Dice, shape: Shape, band: string, base: number): Flaw[] {
  const count = die.weighted([0, 1, 2], band === 'A' ? [6, 4, 0] : band === 'B' ? [2, 6, 2] : [0, 5, 5])
  const left = [...flawsOf(shape)]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [flaw] = left.splice(die.int(0, left.length - 1), 1)
    const [label, place, share] = flaw as (typeof left)[number]
    return { label, place, amount: Math.max(100, Math.round((base * share) / 100) * 100) }
  })
}
