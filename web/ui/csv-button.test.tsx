import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { itemCalls } from '#contract/item'
import { ask } from '#web/lib/ask.ts'
import { type Reply, startServer, type TestServer } from '#web/lib/test-server.ts'
import { CsvButton } from './csv-button.tsx'
import { renderThemed } from './test-render.tsx'

let server: TestServer
let reply: Reply
let saved: { name: string; file: Blob }[]
const headers = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="----2026.csv"; filename*=UTF-8''${encodeURIComponent('商品一覧-2026.csv')}`,
}
beforeEach(async () => {
  server = await startServer(() => reply)
  saved = []
  let file = new Blob()
  URL.createObjectURL = (given) => {
    file = given as Blob
    return 'blob:file'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file })
  })
  renderThemed(<CsvButton name="商品一覧" load={(options) => ask(itemCalls.csv, { ...options })} />)
})
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  await server.close()
})
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('saves what comes under the name the server gave it, and says how much has come', async () => {
  const piece = `${'あ'.repeat(70_000)}\r\n`
  reply = { headers, pieces: ['\uFEFF商品\r\n', piece, piece, piece] }
  press('CSVを保存する')
  expect((await screen.findByRole('status')).textContent).toContain('CSVを書き出しています')
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/0\.[2-6] MB/))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('商品一覧-2026.csv')
  expect(saved[0]?.file.size).toBe(Buffer.byteLength(`\uFEFF商品\r\n${piece.repeat(3)}`))
  expect(await screen.findByRole('button', { name: 'CSVを保存する' })).toBeTruthy()
})

it('does not save a file that broke off, and says so', async () => {
  reply = { headers, pieces: ['商品\r\n', 'a\r\n'], ends: 'cut' }
  press('CSVを保存する')
  expect((await screen.findByRole('alert')).textContent).toContain('最後まで受け取れなかった')
  expect(saved).toEqual([])
})

it('can be called off', async () => {
  reply = { headers, pieces: ['商品\r\n'], ends: 'wait' }
  press('CSVを保存する')
  await screen.findByRole('status')
  press('やめる')
  expect(await screen.findByRole('button', { name: 'CSVを保存する' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(saved).toEqual([])
})

it('says what the server refused', async () => {
  reply = { status: 429, json: { detail: 'Request was throttled.' }, headers: { 'Retry-After': '30' } }
  press('CSVを保存する')
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
})
