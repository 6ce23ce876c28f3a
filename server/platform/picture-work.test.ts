import { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { originalOf, sizesOf } from './picture-work.ts'

let folder: string
let picture: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'okuru-pictures-'))
  picture = path.join(folder, 'photo.jpg')
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#789' } })
    .jpeg()
    .toFile(picture)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('sizes are drawn once nobody has wanted a picture for a moment, and are drawn then', async () => {
  const tools = { config: { dataDir: folder } }
  const done: string[] = []
  const told = (name: string) => (drawn: unknown) => {
    done.push(name)
    return drawn
  }
  await originalOf(picture, tools).then(told('first'))
  const sizes = sizesOf(picture, tools).then(told('sizes'))
  for (const name of ['second', 'third', 'fourth']) await originalOf(picture, tools).then(told(name))
  expect(await sizes).toMatchObject([{ width: 300, height: 200 }])
  expect(done).toEqual(['first', 'second', 'third', 'fourth', 'sizes'])
})

test('pictures that wait are drawn although the process ahead of them was killed', async () => {
  const tools = { config: { dataDir: folder } }
  const wanted = Array.from({ length: 4 }, () => originalOf(picture, tools))
  const ended = Promise.allSettled(wanted)
  const handles = (process as unknown as { _getActiveHandles: () => object[] })._getActiveHandles()
  for (const child of handles.filter((handle) => handle instanceof ChildProcess)) child.kill('SIGKILL')
  const states = (await ended).map(({ status }) => status)
  expect([states[0], states[3]]).toEqual(['rejected', 'fulfilled'])
}, 30_000)
