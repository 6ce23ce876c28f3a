// Title and description of a product from what is known of it. The browser shows the same while somebody types.
import { gradeBandLabel, labelOf } from './codes.ts'

/** Which field words come from; null for those that only join. An attribute is `attribute.31`, a flaw `deductions.0`. */
export interface TextPart {
  text: string
  field: string | null
}

export interface TextAttribute {
  id: number
  name: string
  unit: string
  is_measure: boolean
  value: string | number | boolean
}

export interface TextFacts {
  brand_name: string
  category_name: string
  name: string
  color: string
  material: string
  size: string
  grade: string | null
  accessories: number
  /** In the order in which they are shown. */
  attributes: readonly TextAttribute[]
  deductions: readonly { label: string; place: string; photo: number | null }[]
  /** Roles of the sale photos, in their order. */
  photo_roles: readonly string[]
}

/** What shops and search engines still show. */
export const recommendedTitle = 65

/** Words buyers search for, by what a label says. */
const materialWords: readonly (readonly [found: RegExp, word: string])[] = [
  [/カシミ[ヤア]/, 'カシミヤ'],
  [/アルパカ/, 'アルパカ'],
  [/モヘ[ヤア]/, 'モヘヤ'],
  [/ウール|羊毛|^毛/, 'ウール'],
  [/コットン|綿/, 'コットン'],
  [/リネン|麻/, 'リネン'],
  [/シルク|絹/, 'シルク'],
  [/スエード|スウェード/, 'スエード'],
  [/レザー|革|皮/, 'レザー'],
  [/キャンバス|帆布/, 'キャンバス'],
  [/デニム/, 'デニム'],
  [/ナイロン/, 'ナイロン'],
  [/ポリエステル/, 'ポリエステル'],
  [/レーヨン/, 'レーヨン'],
  [/アクリル/, 'アクリル'],
]

const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Of the first material named. */
export function materialWord(material: string): string {
  const [first = ''] = plain(material).split(/[、,・/ ]/)
  return materialWords.find(([found]) => found.test(first))?.[1] ?? ''
}

interface TitleWord {
  field: string
  text: string
  /** Left out first when the title is too long; 0 stays. */
  drop: number
}

export function composeTitle(facts: TextFacts): TextPart[] {
  const name = plain(facts.name)
  const core = name || plain(facts.category_name)
  const material = materialWord(facts.material)
  let words: TitleWord[] = [
    { field: 'brand', text: plain(facts.brand_name), drop: 0 },
    { field: 'material', text: core.includes(material) ? '' : material, drop: 2 },
    { field: name ? 'name' : 'category', text: core, drop: 0 },
    { field: 'size', text: plain(facts.size), drop: 1 },
    { field: 'color', text: core.includes(plain(facts.color)) ? '' : plain(facts.color), drop: 3 },
  ]
  words = words.filter(({ text }) => text !== '')
  for (const drop of [3, 2, 1])
    if (lengthOf(words) > recommendedTitle) words = words.filter((word) => word.drop !== drop)
  return words.flatMap(({ field, text }, place) => [
    ...(place > 0 ? [{ text: ' ', field: null }] : []),
    { text, field },
  ])
}

const lengthOf = (words: readonly TitleWord[]): number =>
  words.reduce((sum, { text }) => sum + [...text].length + 1, -1)

export function composeDescription(facts: TextFacts): TextPart[] {
  const sentences = [
    opening(facts),
    looks(facts),
    measures(facts),
    others(facts),
    condition(facts),
    flaws(facts),
    extras(facts),
  ]
  return sentences.filter((parts) => parts.length > 0).flat()
}

export const textOfParts = (parts: readonly TextPart[]): string => parts.map(({ text }) => text).join('')

const words = (text: string): TextPart => ({ text, field: null })

function joinedBy(mark: string, lists: readonly TextPart[][]): TextPart[] {
  return lists.flatMap((parts, place) => (place > 0 ? [words(mark), ...parts] : parts))
}

function opening({ brand_name, name, category_name }: TextFacts): TextPart[] {
  const brand = plain(brand_name)
  const core: TextPart = plain(name)
    ? { text: plain(name), field: 'name' }
    : { text: plain(category_name), field: 'category' }
  if (core.text === '') return brand === '' ? [] : [{ text: brand, field: 'brand' }, words('のお品物です。')]
  return [...(brand === '' ? [] : [{ text: brand, field: 'brand' }, words('の')]), core, words('です。')]
}

function looks({ color, material, size }: TextFacts): TextPart[] {
  const said: [field: string, label: string, text: string][] = [
    ['color', '色は', plain(color)],
    ['material', '素材は', plain(material)],
    ['size', 'サイズ表記は', plain(size)],
  ]
  const lists = said
    .filter(([, , text]) => text !== '')
    .map(([field, label, text]) => [words(label), { text, field }])
  return lists.length === 0 ? [] : [...joinedBy('、', lists), words('です。')]
}

const isValued = ({ value }: TextAttribute): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean' || plain(value) !== ''

function valueText({ value, unit }: TextAttribute): string {
  if (typeof value === 'boolean') return value ? 'あり' : 'なし'
  return typeof value === 'number' ? `${value}${plain(unit)}` : plain(value)
}

const attributePart = (attribute: TextAttribute): TextPart => ({
  text: valueText(attribute),
  field: `attribute.${attribute.id}`,
})

function measures({ attributes }: TextFacts): TextPart[] {
  const lists = attributes
    .filter((one) => one.is_measure && isValued(one))
    .map((one) => [words(plain(one.name)), attributePart(one)])
  return lists.length === 0 ? [] : [words('実寸は'), ...joinedBy('、', lists), words('です(平置きで採寸)。')]
}

/** What came with it has a sentence of its own. */
const accessoriesName = '付属品'

function others({ attributes }: TextFacts): TextPart[] {
  const lists = attributes
    .filter((one) => !one.is_measure && isValued(one) && one.name !== accessoriesName)
    .map((one) => [words(`${plain(one.name)}は`), attributePart(one)])
  return lists.length === 0 ? [] : [...joinedBy('、', lists), words('です。')]
}

function condition({ grade }: TextFacts): TextPart[] {
  const band = grade?.charAt(0) ?? ''
  if (!Object.hasOwn(gradeBandLabel, band)) return []
  return [
    words('状態は'),
    { text: `${band} ${labelOf(gradeBandLabel, band)}`, field: 'grade' },
    words('です。'),
  ]
}

/** Some prices were lowered for the market, which buyers need not know. */
const flawWords =
  /傷|キズ|汚れ|よごれ|シミ|しみ|染み|毛玉|毛羽|ほつれ|穴|虫食い|色あせ|色褪せ|変色|黄ばみ|黒ずみ|スレ|すれ|擦れ|ベタつき|べたつき|剥がれ|はがれ|割れ|ひび|欠け|くすみ|におい|匂い|臭|型崩れ|縮み|破れ|破損|サビ|錆|減り|しわ|シワ|日焼け|折れ|ゆるみ|お名前|刺しゅう|電池/u

const isFlaw = ({ label, place, photo }: TextFacts['deductions'][number]): boolean =>
  plain(label) !== '' && (plain(place) !== '' || photo !== null || flawWords.test(label))

function flaws({ deductions, photo_roles, grade }: TextFacts): TextPart[] {
  const shown = photo_roles.flatMap((role, place) => (role === 'flaw' ? [place + 1] : []))
  const found = deductions.map((one, place) => ({ ...one, field: `deductions.${place}` })).filter(isFlaw)
  if (found.length === 0) return /^[SA]/.test(grade ?? '') ? [words('目立つ傷や汚れは見当たりません。')] : []
  const numbered = shown.length === found.length
  const lists = found.map(({ label, place, field }, index) => [
    { text: label.includes(plain(place)) ? plain(label) : `${plain(place)}に${plain(label)}`, field },
    ...(numbered ? [{ text: `(写真${shown[index]})`, field: 'photos' }] : []),
  ])
  const all = shown.length > 0 && !numbered ? [{ text: `(写真${shown.join('・')})`, field: 'photos' }] : []
  return [...joinedBy('、', lists), words('があります'), ...all, words('。')]
}

function extras({ attributes, accessories }: TextFacts): TextPart[] {
  const named = attributes.find((one) => one.name === accessoriesName && isValued(one))
  const field = named ? `attribute.${named.id}` : 'accessories'
  const said = named ? valueText(named) : accessories === 1 ? 'あり' : accessories === 0 ? 'なし' : ''
  if (said === '') return []
  if (/^(なし|無し|無)$/.test(said)) return [words('付属品は'), { text: 'ありません', field }, words('。')]
  if (said === 'あり') return [words('付属品が'), { text: 'あります', field }, words('。')]
  return [words('付属品は'), { text: said, field }, words('です。')]
}
