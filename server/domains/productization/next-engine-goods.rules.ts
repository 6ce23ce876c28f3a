// ネクストエンジン: CSV of 商品マスタ一括登録, with the English names of its columns.
import { goodsCell } from './goods-cell.rules.ts'
import { type GoodsFormat, goodsWord, readPrice, readText, shownTitle } from './goods-format.rules.ts'
import { characterSets } from './goods-text.rules.ts'

const number = /^\d{1,9}$/

export const nextEngine: GoodsFormat = {
  name: 'next_engine',
  hasByteOrderMark: false,
  quotesFormulas: false,
  leavesEmptyColumnsOut: true,
  characters: characterSets.any,
  columns: (_all, { supplier_code }) => [
    {
      header: 'syohin_code',
      label: goodsWord.slug,
      cell: ({ slug }) => slug,
      isRequired: true,
      pattern: /^[A-Za-z0-9_-]{1,30}$/,
    },
    {
      header: 'sire_code',
      label: goodsWord.supplier,
      cell: () => supplier_code,
      isRequired: true,
      pattern: /^\d{4}$/,
    },
    {
      header: 'syohin_name',
      label: goodsWord.title,
      cell: shownTitle,
      isRequired: true,
      most: { length: 255, in: 'characters' },
      read: { field: 'title', from: readText('title', 120) },
    },
    {
      header: 'genka_tnk',
      label: goodsWord.price,
      cell: ({ price }) => String(price ?? ''),
      isRequired: true,
      pattern: number,
    },
    {
      header: 'baika_tnk',
      label: goodsWord.selling_price,
      cell: goodsCell.sellingPrice,
      isRequired: true,
      pattern: number,
      read: { field: 'selling_price', from: readPrice },
    },
    { header: 'maker_name', label: goodsWord.brand_name, cell: ({ brand_name }) => brand_name },
    { header: 'kataban', label: goodsWord.product_number, cell: ({ product_number }) => product_number },
    { header: 'iro', label: goodsWord.color, cell: ({ color }) => color },
    { header: 'size', label: goodsWord.size, cell: ({ size }) => size },
    { header: 'zaiko_su', cell: () => '1' },
    {
      header: 'syohin_setumei_html',
      label: goodsWord.description,
      cell: goodsCell.html,
      read: goodsCell.readHtml,
    },
    { header: 'image_url_http', label: goodsWord.picture, cell: ({ pictures }) => pictures[0]?.url ?? '' },
    { header: 'image_alt', label: goodsWord.picture_text, cell: goodsCell.firstAlt, isDerived: true },
  ],
  reading: { key: 'syohin_code', needs: ['syohin_code'], stock: 'zaiko_su', emptyClears: false },
}
