// Shopify: CSV of products, with a further line for each further picture.
import { goodsCell } from './goods-cell.rules.ts'
import {
  type Goods,
  type GoodsFormat,
  goodsWord,
  readPrice,
  readText,
  shownTitle,
} from './goods-format.rules.ts'
import { characterSets } from './goods-text.rules.ts'

/** Tags are separated by commas, so none may contain one. */
const tagsOf = ({ brand_name, categories, grade, color, size }: Goods): string =>
  [brand_name, ...categories, grade && `グレード${grade.charAt(0)}`, color, size]
    .flatMap((tag) => (tag ? [tag.replaceAll(',', ' ').trim()] : []))
    .join(', ')

export const shopify: GoodsFormat = {
  name: 'shopify',
  hasByteOrderMark: false,
  quotesFormulas: false,
  leavesEmptyColumnsOut: false,
  characters: characterSets.any,
  columns: () => [
    {
      header: 'Title',
      label: goodsWord.title,
      cell: shownTitle,
      isRequired: true,
      most: { length: 255, in: 'characters' },
      read: { field: 'title', from: readText('title', 120) },
    },
    {
      header: 'URL handle',
      label: goodsWord.slug,
      cell: ({ slug }) => slug.toLowerCase(),
      isRequired: true,
      pattern: /^[a-z0-9-]+$/,
    },
    { header: 'Description', label: goodsWord.description, cell: goodsCell.html, read: goodsCell.readHtml },
    { header: 'Vendor', label: goodsWord.brand_name, cell: ({ brand_name }) => brand_name },
    { header: 'Type', label: goodsWord.category, cell: goodsCell.category },
    { header: 'Tags', label: goodsWord.tags, cell: tagsOf, isDerived: true },
    { header: 'Published on online store', cell: () => 'TRUE' },
    { header: 'Status', cell: () => 'active' },
    { header: 'SKU', label: goodsWord.slug, cell: ({ slug }) => slug, isRequired: true },
    { header: 'Option1 name', cell: () => 'Title' },
    { header: 'Option1 value', cell: () => 'Default Title' },
    {
      header: 'Price',
      label: goodsWord.selling_price,
      cell: goodsCell.sellingPrice,
      isRequired: true,
      read: { field: 'selling_price', from: readPrice },
    },
    { header: 'Cost per item', label: goodsWord.price, cell: ({ price }) => String(price ?? '') },
    { header: 'Charge tax', cell: () => 'TRUE' },
    { header: 'Inventory tracker', cell: () => 'shopify' },
    { header: 'Inventory quantity', cell: () => '1' },
    { header: 'Requires shipping', cell: () => 'TRUE' },
    { header: 'Fulfillment service', cell: () => 'manual' },
    { header: 'Product image URL', label: goodsWord.picture, cell: ({ pictures }) => pictures[0]?.url ?? '' },
    { header: 'Image position', cell: ({ pictures }) => (pictures.length > 0 ? '1' : '') },
    {
      header: 'Image alt text',
      label: goodsWord.picture_text,
      cell: goodsCell.firstAlt,
      isDerived: true,
      most: { length: 512, in: 'characters' },
    },
    { header: 'Google Shopping / Condition', cell: () => 'used' },
  ],
  moreLines: (goods) =>
    goods.pictures.slice(1).map(({ url }, index) => ({
      'URL handle': goods.slug.toLowerCase(),
      'Product image URL': url,
      'Image position': String(index + 2),
      'Image alt text': goodsCell.alt(goods, index + 1),
    })),
  reading: {
    key: 'SKU',
    needs: ['SKU', 'URL handle'],
    stock: 'Inventory quantity',
    emptyClears: false,
    isMore: (cells) => cells.SKU?.trim() === '' && (cells.Title ?? '').trim() === '',
  },
}
