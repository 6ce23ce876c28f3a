import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { allCalls } from './calls.ts'
import { isAct, whole } from './put.ts'

const puts = allCalls.filter(({ call }) => call.method === 'PUT' && !call.notBuilt)
const conditions = ['version', 'customer']

describe('whole', () => {
  const body = whole(
    z.object({
      name: z.string(),
      note: z.string().optional(),
      day: z.iso.date().nullish(),
      version: z.int().optional(),
    }),
    { note: '' },
  )

  test('refuses what has no default and puts the default in the place of the rest', () => {
    expect(body.parse({ name: 'a' })).toEqual({ name: 'a', note: '', day: null })
    expect(body.parse({ name: 'a', note: 'b', day: '2026-11-24', version: 3 })).toEqual({
      name: 'a',
      note: 'b',
      day: '2026-11-24',
      version: 3,
    })
    expect(body.safeParse({ note: 'b' }).success).toBe(false)
  })

  test('does not compile without a default for what may be left out', () => {
    // @ts-expect-error `note` may be left out and cannot be null
    const incomplete = () => whole(z.object({ note: z.string().optional() }), {})
    expect(incomplete).toBeTypeOf('function')
  })
})

test('every PUT replaces the whole, but for the two acts the specification spells so', () => {
  const acts = puts.filter(({ call }) => call.body && isAct(call.body)).map(({ name }) => name)
  expect(acts).toEqual(['assessment.put', 'purchaseRequest.move'])
})

/** Of a body that names one thing or several, those of each thing. */
const shapesOf = (body: z.ZodType): z.ZodRawShape[] => {
  if (body instanceof z.ZodUnion) return body.options.flatMap((one) => shapesOf(one as z.ZodType))
  const { shape } = body as z.ZodObject
  const { items } = shape
  return items instanceof z.ZodArray ? [shape, ...shapesOf(items.element as z.ZodType)] : [shape]
}

test.each(puts.filter(({ call }) => call.body && !isAct(call.body)))(
  '$name leaves no field as it was',
  ({ call }) => {
    for (const [name, field] of shapesOf(call.body as z.ZodType).flatMap(Object.entries)) {
      if (conditions.includes(name)) continue
      const without = z.safeParse(field as z.ZodType, undefined)
      expect([name, without.success ? without.data : 'refused']).not.toEqual([name, undefined])
    }
  },
)
