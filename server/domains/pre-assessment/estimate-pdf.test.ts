import { createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { page as paper, right } from '#server/platform/pdf-sheet'
import { type EstimateSheet, estimatePdf } from './estimate-pdf.ts'

const item = {
  brand_name: 'GUCCI',
  category_name: 'バッグ',
  gender: 1,
  condition_name: 'A 美品',
  attributes: { 素材: '革', 箱: true },
  count: 1,
  low: 8_500,
  high: 11_500,
}
const sheet = (part: Partial<EstimateSheet> = {}): EstimateSheet => ({
  ...{
    number: 2208,
    company_name: '株式会社青山リユース',
    shop_name: '青山本店',
    operator_name: '高橋 美月',
  },
  ...{ name: '川口 真理', valid_until: '2026-12-06', items: [item], within_percent: 82, n: 214 },
  total: { low: 8_500, high: 11_500, priced: 1, unpriced: 0 },
  ...part,
})

interface Word {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

const scale = 2

/** The words with their places, and how much ink there is in each of them. */
async function drawn(estimate: EstimateSheet) {
  const bytes = await estimatePdf(estimate, '2026-11-24')
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const pdf = await loading.promise
  const pages = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const one = await pdf.getPage(number)
    const viewport = one.getViewport({ scale })
    const canvas = createCanvas(viewport.width, viewport.height)
    const context = canvas.getContext('2d')
    await one.render({ canvas: null, canvasContext: context as never, viewport }).promise
    const { items } = await one.getTextContent()
    const words = items.flatMap((each): Word[] => {
      if (!('str' in each) || each.str.trim() === '') return []
      const [, , , , x = 0, y = 0] = each.transform as number[]
      const base = paper.height - y
      return [
        {
          ...{ text: each.str, left: x, right: x + each.width },
          ...{ top: base - each.height * 0.75, bottom: base + each.height * 0.1 },
        },
      ]
    })
    const inkOf = ({ left, top, ...end }: Word): number => {
      const { data } = context.getImageData(
        ...([left, top, end.right - left, end.bottom - top].map((edge) => Math.round(edge * scale)) as [
          number,
          number,
          number,
          number,
        ]),
      )
      return data.filter((value, index) => index % 4 === 0 && value < 170).length
    }
    pages.push({ words, unseen: words.filter((word) => inkOf(word) === 0).map(({ text }) => text) })
  }
  await loading.destroy()
  return pages
}

const overlapping = (words: readonly Word[]): string[] =>
  words.flatMap((one, index) =>
    words
      .slice(index + 1)
      .filter(
        (other) =>
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      )
      .map((other) => `${one.text} / ${other.text}`),
  )

const whole = (words: readonly Word[]): string => words.map(({ text }) => text).join('')

test('the estimate is drawn as it is read', async () => {
  const [only, ...others] = await drawn(sheet())
  expect(others).toEqual([])
  expect(only?.unseen).toEqual([])
  const text = whole(only?.words ?? [])
  for (const part of [
    '番号 P-2208',
    '川口 真理 様',
    'GUCCI バッグ レディース',
    '素材: 革・箱: はい',
    '¥8,500 〜 ¥11,500',
    '82%',
  ])
    expect(text.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''))
})

test.each([1, 17, 18, 19, 20, 50])(
  'with %s long rows nothing runs into something else or off the paper',
  async (count) => {
    const long = {
      ...item,
      brand_name: '𠮷田商店 コム デ ギャルソン オム プリュス エバーグリーン',
      attributes: { 仕立て: '裏地に当て布をしたもの'.repeat(6), 丈: 60.5 },
      condition_name: 'B 着用感があり、目立つ汚れのないもの(裏地に難)',
      ...{ count: 99, low: 98_765_400, high: 123_456_700 },
    }
    const wide = { ...long, brand_name: 'W'.repeat(60), condition_name: 'M'.repeat(30) }
    const pages = await drawn(
      sheet({
        items: Array.from({ length: count }, (_, index) => (index % 3 === 0 ? wide : long)),
        ...{ name: '長い名前の会社'.repeat(8), shop_name: 'とても長い店舗名'.repeat(6) },
        total: { low: 9_777_774_600, high: 12_222_213_300, priced: 4_950, unpriced: 99 },
      }),
    )
    for (const { words, unseen } of pages) {
      expect(unseen).toEqual([])
      expect(overlapping(words)).toEqual([])
      for (const word of words) {
        expect([word.text, word.left >= paper.margin - 1, word.right <= right + 1]).toEqual([
          word.text,
          true,
          true,
        ])
        expect([word.text, word.bottom <= paper.height - 20]).toEqual([word.text, true])
      }
    }
  },
)
