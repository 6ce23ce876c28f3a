import { expect, it } from 'vitest'
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
