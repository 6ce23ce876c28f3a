// Loads what articles are described by from a file.
import type { Tx } from '#server/platform/db'
import { categoryPaths, insertAttribute, storedAttributes, updateAttribute } from './attribute.queries.ts'
import { type AttributeEntry, attributeKey } from './attribute-list.rules.ts'
import { categoryKey } from './catalogue-list.rules.ts'
import { isRemainder, remainderFinder } from './lost-characters.rules.ts'

interface Load {
  tx: Tx
  complain: (line: number, column: string, message: string) => void
  isShiftJis: boolean
  lostCharacters: (stored: string) => string
}

const unknownCategory = (name: string) =>
  `「${name}」というカテゴリがありません。上から「>」で区切って書いてください。 / There is no category of this path.`
const usedType =
  '値を入力した商品があるため、型は変えられません。 / Articles have values of it: its type stays.'

const blank = {
  ...{ unit: '', choices: [] as string[], is_measure: false, is_required: false, sort: 0, is_active: true },
}

export async function loadAttributes(
  { tx, complain, isShiftJis, lostCharacters }: Load,
  entries: readonly (AttributeEntry & { line: number })[],
) {
  const count = { added: 0, changed: 0, unchanged: 0 }
  const touched: number[] = []
  const categories = new Map((await categoryPaths(tx)).map(({ id, path }) => [categoryKey(path), id]))
  const stored = await storedAttributes(tx)
  const known = new Map(stored.map((row) => [attributeKey(row.path, row.name), row]))
  const lost = remainderFinder(isShiftJis ? stored.map(({ name }) => name) : [])
  for (const { line, category, ...wanted } of entries) {
    const category_id = categories.get(categoryKey(category))
    if (category_id === undefined) {
      complain(line, 'カテゴリ', unknownCategory(category.join('>')))
      continue
    }
    const found = known.get(attributeKey(category, wanted.name))
    if (!found) {
      const whole = lost(wanted.name)
      if (whole !== undefined) complain(line, '項目', lostCharacters(whole))
      await insertAttribute(tx, { category_id, ...blank, ...wanted })
      touched.push(category_id)
      count.added += 1
      continue
    }
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      (key) => JSON.stringify(found[key]) !== JSON.stringify(wanted[key]),
    )
    if (changed.length === 0) {
      count.unchanged += 1
      continue
    }
    const cells = {
      項目: [found.name, wanted.name],
      単位: [found.unit, wanted.unit ?? found.unit],
      選択肢: [found.choices.join('|'), (wanted.choices ?? found.choices).join('|')],
    }
    for (const [column, [before = '', cell = '']] of Object.entries(cells))
      if (isShiftJis && isRemainder(before, cell)) complain(line, column, lostCharacters(before))
    if (changed.includes('value_type') && found.is_used) complain(line, '型', usedType)
    await updateAttribute(tx, found.id, wanted)
    touched.push(category_id)
    count.changed += 1
  }
  return { count, touched }
}
