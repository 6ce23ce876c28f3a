import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { sureEnough } from '#contract/analysis'
import { numberKey } from '#server/domains/stolen-notice/notice-number.rules'
import { readPicture } from '#server/platform/picture-reader'
import { labelPicture } from '../../../scripts/label-pictures.ts'
import { brandIndex } from './brand-match.rules.ts'
import { filled, ranked } from './candidate.rules.ts'
import { findingsOf } from './local-engine.service.ts'

/** Too few for a share: `npm run okuru -- analysis evaluate --labels` measures that of as many as there are. */
const pictures = 8
const seed = 4711

async function shippedBrands() {
  const file = new URL('../../seed/catalogue/brands.csv', import.meta.url)
  const rows = parse(await readFile(file), { columns: true, bom: true }) as Record<string, string>[]
  return brandIndex(
    rows.map((row, id) => ({
      id: id + 1,
      name: row.ブランド名 ?? '',
      name_kana: row.カナ ?? '',
      aliases: (row.別名 ?? '').split('|').filter(Boolean),
    })),
  )
}

test('labels that are turned, blurred, dark and creased are read, and what is filled in is right', async () => {
  const index = await shippedBrands()
  const right = { brand: 0, product_number: 0 }
  const wrong: string[] = []
  for (let number = 0; number < pictures; number += 1) {
    const { bytes, truth } = await labelPicture(seed, number)
    const { readings } = await readPicture(bytes)
    const found = ranked(findingsOf(readings, index, 0))
    const first = (field: string, most: number) => found.filter((one) => one.field === field).slice(0, most)
    if (first('brand', 1)[0]?.value === truth.brand) right.brand += 1
    const key = numberKey(truth.product_number)
    if (first('product_number', 3).some(({ value }) => numberKey(value) === key)) right.product_number += 1
    const { brand, product_number, confidence } = filled(found)
    if (brand && brand !== truth.brand) wrong.push(`${brand} for ${truth.brand}`)
    if (product_number && numberKey(product_number) !== key)
      wrong.push(`${product_number} for ${truth.product_number}`)
    if (brand || product_number) expect(confidence).toBeGreaterThanOrEqual(sureEnough)
  }
  expect(wrong).toEqual([])
  expect(right.brand).toBeGreaterThanOrEqual(7)
  expect(right.product_number).toBeGreaterThanOrEqual(5)
}, 300_000)
