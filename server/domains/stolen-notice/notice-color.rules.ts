import { foldSearch } from '#contract/text'

/** Words of one colour; longer words come first, so that 紺 is found before 青 is guessed. */
const words = {
  black: ['ブラック', 'black', 'ノワール', 'noir', '黒', 'スミ', '墨'],
  white: ['オフホワイト', 'アイボリー', 'ホワイト', 'white', 'ivory', 'エクリュ', 'キナリ', '生成', '白'],
  gray: ['チャコール', 'グレージュ', 'グレー', 'グレイ', 'gray', 'grey', 'ネズミ', '鼠', '灰'],
  navy: ['ネイビー', 'navy', '濃紺', '紺', 'インディゴ', 'indigo'],
  blue: ['ターコイズ', 'サックス', 'ブルー', 'blue', '水色', '青', '紫紺'],
  brown: ['ダークブラウン', 'キャメル', 'モカ', 'ブラウン', 'brown', 'camel', 'チョコ', 'こげ茶', '茶'],
  beige: ['ベージュ', 'beige', 'サンド', 'ヌメ', 'カーキベージュ', '肌色', 'グレージュ'],
  green: ['オリーブ', 'カーキ', 'グリーン', 'green', 'khaki', 'モスグリーン', '深緑', '緑'],
  red: [
    'ボルドー',
    'バーガンディ',
    'ワインレッド',
    'ワイン',
    'レッド',
    'red',
    'bordeaux',
    'えんじ',
    '臙脂',
    '赤',
    '朱',
  ],
  pink: ['ピンク', 'pink', 'ローズ', '桃色', 'サーモン'],
  orange: ['オレンジ', 'orange', '橙'],
  yellow: ['イエロー', 'マスタード', 'yellow', '黄', 'からし'],
  purple: ['パープル', 'ラベンダー', 'purple', '紫', 'プラム'],
  gold: ['ピンクゴールド', 'ゴールド', 'gold', '金'],
  silver: ['シルバー', 'silver', '銀', 'ステンレス'],
} as const
export type ColorGroup = keyof typeof words

const spellings = Object.entries(words)
  .flatMap(([group, list]) => list.map((word) => ({ group: group as ColorGroup, word: foldSearch(word) })))
  .toSorted((a, b) => b.word.length - a.word.length)

const alike: readonly (readonly [ColorGroup, ColorGroup])[] = [
  ['navy', 'blue'],
  ['navy', 'black'],
  ['brown', 'beige'],
  ['beige', 'white'],
  ['gray', 'silver'],
  ['gold', 'yellow'],
  ['red', 'pink'],
  ['red', 'brown'],
  ['red', 'orange'],
  ['yellow', 'orange'],
  ['pink', 'purple'],
  ['green', 'brown'],
  ['green', 'beige'],
]

/** Colours are written in a few hundred ways, and a notice is compared with every item. */
const mostRead = 2000
const read = new Map<string, Set<ColorGroup>>()

/** The colours a text names; each stretch of the text counts once, for its longest word. */
export function colorsIn(text: string): ReadonlySet<ColorGroup> {
  const known = read.get(text)
  if (known) return known
  if (read.size >= mostRead) read.clear()
  const found = readColors(text)
  read.set(text, found)
  return found
}

function readColors(text: string): Set<ColorGroup> {
  let rest = foldSearch(text)
  const found = new Set<ColorGroup>()
  for (const { group, word } of spellings) {
    if (!rest.includes(word)) continue
    found.add(group)
    rest = rest.replaceAll(word, ' ')
  }
  return found
}

export type Agreement = 'same' | 'near' | 'differs' | 'unknown'

export function colorAgreement(one: string, other: string): Agreement {
  const [a, b] = [foldSearch(one), foldSearch(other)]
  if (a === '' || b === '') return 'unknown'
  if (a === b) return 'same'
  const [mine, theirs] = [colorsIn(one), colorsIn(other)]
  // 「柄物」 says nothing about its colours.
  if (mine.size === 0 || theirs.size === 0) return 'unknown'
  if ([...mine].some((group) => theirs.has(group))) return 'same'
  return alike.some(([x, y]) => (mine.has(x) && theirs.has(y)) || (mine.has(y) && theirs.has(x)))
    ? 'near'
    : 'differs'
}
