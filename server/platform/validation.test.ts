import { expect, test } from 'vitest'
import * as z from 'zod'
import { Refusal } from './refusal.ts'
import { parseBody } from './validation.ts'

const place = z.object({ zip: z.string() })
const body = z.object({
  place,
  places: z.array(place),
  rows: z.array(z.record(z.string(), z.string())),
  words: z.array(z.string()),
})

function refusalOf(input: unknown, schema: z.ZodType = body): unknown {
  try {
    return parseBody(schema, input)
  } catch (error) {
    if (error instanceof Refusal) return error.body
    throw error
  }
}

const required = 'この項目は必須です。'
const noDictionary = '不正なデータです。str 型ではなく辞書を入力してください。'

test('messages keep the shape of what was sent: places in lists of objects, indexes in lists of values', () => {
  const input = { place: {}, places: [{ zip: '1' }, {}], rows: [{}, { a: 5 }], words: ['a', 5] }
  expect(refusalOf(input)).toEqual({
    place: { zip: [required] },
    places: [{}, { zip: [required] }],
    rows: [{}, { a: ['Not a valid string.'] }],
    words: { 1: ['Not a valid string.'] },
  })
})

test('what should be an object says so at its place, beside the messages of others', () => {
  const input = { place: 'x', places: ['x', {}, null], rows: ['x', {}], words: [] }
  expect(refusalOf(input)).toEqual({
    place: { non_field_errors: [noDictionary] },
    places: [
      { non_field_errors: [noDictionary] },
      { zip: [required] },
      { non_field_errors: ['この項目はnullにできません。'] },
    ],
    rows: [{ non_field_errors: [noDictionary] }, {}],
  })
  expect(refusalOf({ places: null, rows: [], words: [] })).toEqual({
    place: [required],
    places: ['この項目はnullにできません。'],
  })
})

test('of several shapes the one is meant whose fields are there', () => {
  const either = z.union([z.object({ places: z.array(place) }), place])
  expect(refusalOf({ places: [{}, { zip: '1' }] }, either)).toEqual({ places: [{ zip: [required] }, {}] })
  expect(refusalOf({ zip: 5 }, either)).toEqual({ zip: ['Not a valid string.'] })
  expect(refusalOf({}, either)).toEqual({ zip: [required] })
  expect(refusalOf('x', either)).toEqual({ non_field_errors: [expect.stringContaining('"x"')] })
})
