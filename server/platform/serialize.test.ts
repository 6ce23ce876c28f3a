import { expect, test } from 'vitest'
import * as z from 'zod'
import { shownWhenStale } from '#contract/call'
import { allCalls } from '#contract/calls'
import { serializerOf } from './serialize.ts'

const schemas = allCalls.flatMap(({ name, call }) => {
  const shown = [call.ok, shownWhenStale(call)].filter((one) => typeof one === 'object')
  return [...new Set(shown)].map((schema) => ({ name, schema }))
})

test('what every call answers can be written', () => {
  expect(schemas.length).toBeGreaterThan(200)
  for (const { name, schema } of schemas) expect(() => serializerOf(schema), name).not.toThrow()
})

test('only what is declared is written, at every depth', () => {
  const schema = z.object({
    name: z.string(),
    shop: z.object({ id: z.int() }).nullable(),
    items: z.array(z.object({ price: z.int().nullable() })),
  })
  const write = serializerOf(schema)
  const secret = { password: 'x' }
  expect(
    write({ name: '青山', shop: { id: 1, ...secret }, items: [{ price: null, ...secret }], ...secret }),
  ).toBe('{"name":"青山","shop":{"id":1},"items":[{"price":null}]}')
  expect(write({ name: '"', shop: null, items: [] })).toBe('{"name":"\\"","shop":null,"items":[]}')
})
