// Reads the list of what articles are described by.
import { mostChoices, type ValueType, valueTypeLabel } from '#contract/category-attribute'
import { foldSearch, normalizeDigits } from '#contract/text'

export interface AttributeEntry {
  /** From the top category down to its own. */
  category: string[]
  name: string
  value_type: ValueType
  /** Optional columns: a missing one leaves the stored value unchanged. */
  unit?: string
  choices?: string[]
  is_measure?: boolean
  is_required?: boolean
  sort?: number
  is_active?: boolean
}

export const attributeColumns = [
  { header: 'カテゴリ', max: 200 },
  { header: '項目', max: 30 },
  { header: '型', max: 10 },
  { header: '単位', max: 10, mayBeBlank: true, mayBeMissing: true },
  { header: '選択肢', max: mostChoices * 41, mayBeBlank: true, mayBeMissing: true },
  { header: '採寸', max: 10, mayBeBlank: true, mayBeMissing: true },
  { header: '必須', max: 10, mayBeBlank: true, mayBeMissing: true },
  { header: '順番', max: 4, mayBeBlank: true, mayBeMissing: true },
  { header: '使用', max: 10, mayBeBlank: true, mayBeMissing: true },
] as const

const messages = {
  name: '項目の名前に「>」「|」は使えません。 / A name must not contain ">" or "|".',
  type: `型は「${Object.values(valueTypeLabel).join('」「')}」のどれかです。 / Must be one of these.`,
  choices: `選択肢は、型が「文字」のときだけ、${mostChoices}個まで付けられます。 / Only for texts.`,
  long: '選択肢は1つ40文字以内です。 / At most 40 characters each.',
  unit: '単位は、型が「数値」のときだけ付けられます。 / Only for numbers.',
  measure: '採寸の項目の型は「数値」です。 / What is measured is a number.',
} as const

/** What does not go together, by field. */
export function oddParts({
  name,
  value_type,
  unit = '',
  choices = [],
  is_measure = false,
}: Omit<AttributeEntry, 'category'>): Partial<Record<'name' | 'choices' | 'unit' | 'is_measure', string>> {
  return {
    ...(/[>＞|｜]/.test(name) ? { name: messages.name } : {}),
    ...(choices.length > (value_type === 'STRING' ? mostChoices : 0) ? { choices: messages.choices } : {}),
    ...(choices.some((choice) => [...choice].length > 40) ? { choices: messages.long } : {}),
    ...(unit !== '' && value_type !== 'NUMBER' ? { unit: messages.unit } : {}),
    ...(is_measure && value_type !== 'NUMBER' ? { is_measure: messages.measure } : {}),
  }
}

export const choicesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[|｜]/)
      .map((choice) => choice.trim())
      .filter((choice) => choice !== ''),
  ),
]

export const attributeKey = (category: readonly string[], name: string): string =>
  [...category, name].map(foldSearch).join('>')

type Complain = (header: string, message: string) => void
type DoneIn = (header: string, complain: Complain, cell: Cell) => boolean | undefined
type Cell = (header: string) => string | undefined

const typeOf = (label: string): ValueType | undefined =>
  (Object.keys(valueTypeLabel) as ValueType[]).find((type) => valueTypeLabel[type] === label)

const columnOf = { name: '項目', choices: '選択肢', unit: '単位', is_measure: '採寸' } as const

export function readAttribute(
  cells: (header: string) => string,
  complain: Complain,
  cell: Cell,
  { doneIn, orderProblem }: { doneIn: DoneIn; orderProblem: string },
) {
  const type = typeOf(cells('型'))
  if (!type && cells('型') !== '') complain('型', messages.type)
  const [unit, choices, place] = [cell('単位'), cell('選択肢'), normalizeDigits(cell('順番') ?? '')]
  const said = {
    is_measure: doneIn('採寸', complain, cell),
    is_required: doneIn('必須', complain, cell),
    is_active: doneIn('使用', complain, cell),
  }
  const isPlace = /^\d{1,4}$/.test(place) && Number(place) >= 1
  if (place !== '' && !isPlace) complain('順番', orderProblem)
  const entry: AttributeEntry = {
    category: cells('カテゴリ')
      .split(/[>＞]/)
      .map((part) => part.trim()),
    name: cells('項目'),
    value_type: type ?? 'STRING',
    ...(unit === undefined ? {} : { unit }),
    ...(choices === undefined ? {} : { choices: choicesOf(choices) }),
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    ...(isPlace ? { sort: Number(place) } : {}),
  }
  if (type)
    for (const [field, message] of Object.entries(oddParts(entry)))
      complain(columnOf[field as keyof typeof columnOf], message)
  const key = entry.name === '' ? '' : attributeKey(entry.category, entry.name)
  return { entry, key, keyColumn: '項目' }
}
