// Our own file: every field, attributes as columns by name. For editing in a spreadsheet, and back.
import { itemGender, labelOf, salesChannel } from '#contract/codes'
import { itemStatusLabel } from '#contract/lifecycle'
import { goodsCell } from './goods-cell.rules.ts'
import {
  type CellReading,
  type ChangedField,
  type Goods,
  type GoodsAttribute,
  type GoodsColumn,
  type GoodsFormat,
  goodsWord,
  readPrice,
  readText,
} from './goods-format.rules.ts'
import { characterSets } from './goods-text.rules.ts'

const toldOnly = (name: string): string => `${name}(参考)`
const yes = 'はい'
const no = 'いいえ'

const isEmpty = (text: string): boolean => text.trim() === ''

function readLabel(labels: Readonly<Record<string, string>>, field: 'sales_channel' | 'gender') {
  const byLabel = new Map(Object.entries(labels).map(([code, label]) => [label, Number(code)]))
  return (text: string): CellReading => {
    if (isEmpty(text) && field === 'gender') return { change: { gender: null } }
    const code = byLabel.get(text.trim())
    return code === undefined
      ? {
          problem: `${[...byLabel.keys()].map((label) => `「${label}」`).join('')}のどれかを入れてください。`,
        }
      : { change: { [field]: code } }
  }
}

function readShort(field: 'color' | 'material' | 'size' | 'product_number', most: number) {
  return (text: string): CellReading => {
    const trimmed = text.trim()
    return trimmed.length > most
      ? { problem: `${most}文字以内にしてください。` }
      : { change: { [field]: trimmed } }
  }
}

const readOwnPrice = (text: string): CellReading =>
  isEmpty(text) ? { change: { selling_price: null } } : readPrice(text)

const fixed = (): GoodsColumn[] => {
  const read = (field: ChangedField, from: (text: string, goods: Goods) => CellReading) => ({
    read: { field, from },
  })
  return [
    { header: goodsWord.slug, cell: ({ slug }) => slug },
    { header: '版', cell: ({ version }) => String(version) },
    { header: toldOnly('申し込み番号'), cell: ({ request, seq }) => `${request}-${seq}` },
    { header: toldOnly('店舗'), cell: ({ shop_name }) => shop_name },
    { header: toldOnly('状況'), cell: ({ status }) => labelOf(itemStatusLabel, status) },
    {
      header: toldOnly(goodsWord.brand_name),
      label: goodsWord.brand_name,
      cell: ({ brand_name }) => brand_name,
    },
    {
      header: toldOnly(goodsWord.category),
      label: goodsWord.category,
      cell: ({ categories }) => categories.join(' > '),
    },
    { header: toldOnly('品名'), cell: ({ name }) => name },
    { header: toldOnly('グレード'), cell: ({ grade }) => grade ?? '' },
    { header: toldOnly(goodsWord.price), label: goodsWord.price, cell: ({ price }) => String(price ?? '') },
    { header: goodsWord.title, cell: ({ title }) => title, ...read('title', readText('title', 120)) },
    { header: toldOnly('自動のタイトル'), cell: ({ composed_title }) => composed_title },
    {
      header: goodsWord.description,
      cell: ({ description }) => description,
      ...read('description', readText('description', 3000)),
    },
    { header: toldOnly('自動の説明'), cell: ({ composed_description }) => composed_description },
    { header: goodsWord.selling_price, cell: goodsCell.sellingPrice, ...read('selling_price', readOwnPrice) },
    {
      header: '販路',
      cell: ({ sales_channel }) => labelOf(salesChannel, sales_channel),
      ...read('sales_channel', readLabel(salesChannel, 'sales_channel')),
    },
    {
      header: '対象',
      cell: ({ gender }) => (gender === null ? '' : labelOf(itemGender, gender)),
      ...read('gender', readLabel(itemGender, 'gender')),
    },
    { header: goodsWord.color, cell: ({ color }) => color, ...read('color', readShort('color', 40)) },
    { header: '素材', cell: ({ material }) => material, ...read('material', readShort('material', 60)) },
    { header: goodsWord.size, cell: ({ size }) => size, ...read('size', readShort('size', 40)) },
    {
      header: goodsWord.product_number,
      cell: ({ product_number }) => product_number,
      ...read('product_number', readShort('product_number', 60)),
    },
    {
      header: toldOnly(goodsWord.picture),
      label: goodsWord.picture,
      cell: ({ pictures }) => pictures.map(({ url }) => url).join('\n'),
    },
  ]
}

const taken = new Set(fixed().map(({ header }) => header))
const prefix = '項目:'

/** By its name, unless a column is called so already. */
const headerOf = (name: string): string => {
  const shown = name.replace(/\s+/gu, ' ').trim()
  return taken.has(shown) || shown.startsWith(prefix) || shown.startsWith("'") ? `${prefix}${shown}` : shown
}

const shownValue = (value: GoodsAttribute['value']): string => {
  if (typeof value === 'boolean') return value ? yes : no
  return value === null ? '' : String(value)
}

function readValue(attribute: GoodsAttribute, text: string): string | number | boolean | { problem: string } {
  const trimmed = text.trim()
  if (attribute.value_type === 'BOOLEAN') {
    if (trimmed === yes) return true
    return trimmed === no ? false : { problem: `「${yes}」か「${no}」を入れてください。` }
  }
  if (attribute.value_type === 'NUMBER') {
    const plain = trimmed.normalize('NFKC')
    return /^-?\d{1,7}(?:\.\d{1,2})?$/.test(plain)
      ? Number(plain)
      : { problem: '数字を入れてください(小数は2桁まで)。' }
  }
  if (trimmed.length > 200) return { problem: '200文字以内にしてください。' }
  const { choices } = attribute
  return choices.length === 0 || choices.includes(trimmed)
    ? trimmed
    : { problem: `${choices.map((choice) => `「${choice}」`).join('')}のどれかを入れてください。` }
}

function attributeColumn(header: string): GoodsColumn {
  const of = ({ attributes }: Goods) => attributes.find(({ name }) => headerOf(name) === header)
  return {
    header,
    cell: (goods) => shownValue(of(goods)?.value ?? null),
    read: {
      field: 'values',
      from: (text, goods) => {
        const attribute = of(goods)
        if (!attribute) return { problem: `「${header}」は、このカテゴリの項目ではありません。` }
        const value = isEmpty(text) ? null : readValue(attribute, text)
        return typeof value === 'object' && value !== null
          ? value
          : { change: { values: [{ attribute: attribute.id, value }] } }
      },
    },
  }
}

function columns(all: readonly Goods[]): GoodsColumn[] {
  const headers = new Set(all.flatMap(({ attributes }) => attributes.map(({ name }) => headerOf(name))))
  return [...fixed(), ...[...headers].map(attributeColumn)]
}

export const okuru: GoodsFormat = {
  name: 'okuru',
  hasByteOrderMark: true,
  quotesFormulas: true,
  leavesEmptyColumnsOut: false,
  characters: characterSets.any,
  columns,
  reading: {
    ...{ key: goodsWord.slug, needs: [goodsWord.slug, '版'], version: '版' },
    ...{ emptyClears: true, knowsAllColumns: true },
  },
}
