import { expect, test } from 'vitest'
import { allById, forEachLogged } from './each.ts'
import { logTest } from './log.ts'

test('one that fails stops nobody behind it, is named by its number only, and the job fails at the end', async () => {
  const log = logTest()
  const done: number[] = []
  async function* rows() {
    for (const id of [1, 2, 3]) yield { id, name: '佐藤 美咲' }
  }
  const all = forEachLogged(rows(), log.logger, async ({ id, name }) => {
    if (id === 2) throw new Error(`no place for ${name}`)
    done.push(id)
  })
  await expect(all).rejects.toThrow('1 failed')
  expect(done).toEqual([1, 3])
  expect(log.lines()).toMatchObject([{ id: 2, level: 'error' }])
  expect(log.text()).not.toContain('佐藤')
})

test('where none fails the job is done', async () => {
  await expect(forEachLogged([{ id: 1 }], logTest().logger, async () => undefined)).resolves.toBeUndefined()
})

test('a scan goes on behind what it found, page by page, and ends', async () => {
  const ids = Array.from({ length: 7 }, (_, index) => (index + 1) * 3)
  const asked: number[] = []
  const find = async (after: number, limit: number) => {
    asked.push(after)
    return ids
      .filter((id) => id > after)
      .slice(0, limit)
      .map((id) => ({ id }))
  }
  const seen: number[] = []
  for await (const { id } of allById(find, 3)) seen.push(id)
  expect(seen).toEqual(ids)
  expect(asked).toEqual([0, 9, 18])
})
