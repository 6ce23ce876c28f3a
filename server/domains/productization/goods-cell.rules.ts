// Cells that several formats have.
import { type CellReading, type Goods, readText, shownDescription, shownTitle } from './goods-format.rules.ts'
import { fromHtml, toHtml } from './goods-text.rules.ts'

const readDescription = readText('description', 3000)

function readHtmlText(text: string): CellReading {
  const description = fromHtml(text)
  return description === null
    ? {
        problem:
          '説明に段落と改行のほかの書式(タグ)があり、取り込むと失われます。書式を取るか、この列を消してください。',
      }
    : readDescription(description)
}

const altOf = (goods: Goods, index: number): string => {
  const picture = goods.pictures[index]
  return picture ? [shownTitle(goods), picture.label].filter(Boolean).join(' ') : ''
}

export const goodsCell = {
  sellingPrice: ({ selling_price }: Goods): string => String(selling_price ?? ''),
  html: (goods: Goods): string => toHtml(shownDescription(goods)),
  readHtml: { field: 'description', from: readHtmlText },
  category: ({ categories }: Goods): string => categories.at(-1) ?? '',
  alt: altOf,
  firstAlt: (goods: Goods): string => altOf(goods, 0),
} as const
