// Yahoo!ショッピング: CSV of articles for ストアクリエイターPro (data_add.csv).
import { goodsCell } from './goods-cell.rules.ts'
import { type GoodsFormat, goodsWord, readPrice, readText, shownTitle } from './goods-format.rules.ts'
import { characterSets } from './goods-text.rules.ts'

const used = '1'
const taxed = '1'

export const yahoo: GoodsFormat = {
  name: 'yahoo',
  hasByteOrderMark: false,
  quotesFormulas: false,
  leavesEmptyColumnsOut: false,
  characters: characterSets.jis,
  columns: (_all, { product_category }) => [
    // A colon separates the pages above.
    {
      header: 'path',
      label: goodsWord.category,
      cell: ({ categories }) => categories.map((name) => name.replaceAll(':', '：')).join(':'),
      isRequired: true,
    },
    {
      header: 'name',
      label: goodsWord.title,
      cell: shownTitle,
      isRequired: true,
      most: { length: 150, in: 'half widths' },
      read: { field: 'title', from: readText('title', 120) },
    },
    {
      header: 'code',
      label: goodsWord.slug,
      cell: ({ slug }) => slug,
      isRequired: true,
      pattern: /^[A-Za-z0-9-]{1,99}$/,
    },
    {
      header: 'price',
      label: goodsWord.selling_price,
      cell: goodsCell.sellingPrice,
      isRequired: true,
      read: { field: 'selling_price', from: readPrice },
    },
    {
      header: 'caption',
      label: goodsWord.description,
      cell: goodsCell.html,
      most: { length: 10_000, in: 'half widths' },
      read: goodsCell.readHtml,
    },
    { header: 'taxable', cell: () => taxed },
    { header: 'condition', cell: () => used },
    {
      header: 'product-category',
      label: goodsWord.product_category,
      cell: () => product_category,
      isRequired: true,
      pattern: /^\d{1,10}$/,
    },
  ],
  reading: { key: 'code', needs: ['code', 'name', 'path'], emptyClears: false },
}
