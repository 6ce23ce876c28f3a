import { expect, it } from 'vitest'
import * as z from 'zod'
import { allCalls } from './calls.ts'

const built = allCalls.filter(({ call }) => !call.notBuilt)
const names = (calls: typeof built) => calls.map(({ name }) => name)

it('says of every reading call what it reads', () => {
  const reading = built.filter(({ call }) => call.method === 'GET')
  expect(names(reading.filter(({ call }) => !call.reads || call.changes))).toEqual([])
})

it('says of every writing call what it changes, or that it is nothing', () => {
  const writing = built.filter(({ call }) => call.method !== 'GET')
  expect(names(writing.filter(({ call }) => !call.changes || call.reads))).toEqual([])
})

it('names no change that nothing reads', () => {
  const read = new Set(built.flatMap(({ call }) => call.reads ?? []))
  const changed = new Set(built.flatMap(({ call }) => call.changes ?? []))
  expect([...changed].filter((entity) => !read.has(entity))).toEqual([])
})

/** A version that may be left out guards nothing. */
const isGuarded = (body: z.ZodType | undefined): boolean =>
  body instanceof z.ZodObject &&
  body.shape.version !== undefined &&
  !body.shape.version.safeParse(undefined).success

it('says of every POST what an answer that was lost and a second press do', () => {
  const posts = built.filter(({ call }) => call.method === 'POST')
  const ways = ({ call }: (typeof posts)[number]) => [
    call.idempotent === true,
    isGuarded(call.body),
    call.repeated !== undefined,
  ]
  expect(names(posts.filter((post) => ways(post).filter(Boolean).length === 0))).toEqual([])
  // One way is enough: a reason beside a key or a version would hide which of them counts.
  expect(names(posts.filter(({ call }) => call.idempotent && call.repeated))).toEqual([])
})

it('names no change by a call that writes nothing', () => {
  const reading = built.filter(({ call }) => call.repeated === 'writes nothing')
  expect(names(reading.filter(({ call }) => call.changes?.length))).toEqual([])
})
