import { expect, test } from 'vitest'
import { eachAlone } from './each.ts'
import { logTest } from './log.ts'

test('one that fails stops nobody behind it, is named by its number only, and the job fails at the end', async () => {
  const log = logTest()
  const done: number[] = []
  async function* rows() {
    for (const id of [1, 2, 3]) yield { id, name: '佐藤 美咲' }
  }
  const all = eachAlone(rows(), log.logger, async ({ id, name }) => {
    if (id === 2) throw new Error(`no place for ${name}`)
    done.push(id)
  })
  await expect(all).rejects.toThrow('1 failed')
  expect(done).toEqual([1, 3])
  expect(log.lines()).toMatchObject([{ id: 2, level: 'error' }])
  expect(log.text()).not.toContain('佐藤')
})

test('where none fails the job is done', async () => {
  await expect(eachAlone([{ id: 1 }], logTest().logger, async () => undefined)).resolves.toBeUndefined()
})
