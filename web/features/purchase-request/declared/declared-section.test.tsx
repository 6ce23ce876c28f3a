import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPage } from '#web/ui/test-page.tsx'
import { DeclaredSection } from './declared-section.tsx'

type Row = { id: number; version: number; count: number; brand_text: string; note: string; photos: object[] }

let server: TestServer
let rows: Row[]

const shown = ({ brand_text, ...row }: Row) => ({
  ...row,
  brand: null,
  brand_name: brand_text,
  category: null,
  category_name: '',
  condition: null,
})
const photo = (id: number) => ({
  id,
  url: '/p.webp',
  thumbnail_url: '/s.webp',
  kind: 'declared',
  caption: '',
})

/** As the server keeps it: rows with a version. */
function respond({ method, path, json }: Seen): Reply {
  const [, kind, id] = /^\/api\/declared-(lists|items|photos)\/(\d+)\//.exec(path) ?? []
  if (kind === undefined) return { json: [] }
  const row = rows.find((each) => each.id === Number(id))
  if (path.endsWith('/photos/')) {
    row?.photos.push(photo(70 + rows.length))
    return { status: 201, json: row?.photos.at(-1) }
  }
  if (method === 'POST') {
    const entered = json as Pick<Row, 'count' | 'brand_text' | 'note'>
    const made = { ...entered, id: 20 + rows.length, version: 1, photos: [] }
    rows.push(made)
    return { status: 201, json: shown(made) }
  }
  if (method === 'DELETE') {
    rows = rows.filter((each) => each !== row)
    return { status: 204 }
  }
  if (method === 'PUT' && row) {
    Object.assign(row, json, { version: row.version + 1 })
    return { json: shown(row) }
  }
  return { json: { id: 5, is_open: true, total: rows.length, items: rows.map(shown) } }
}

beforeEach(async () => {
  localStorage.clear()
  rows = []
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const Page = () => <DeclaredSection list={5} ensure={() => Promise.resolve(5)} />
const open = () => openPage('/list', { '/list': Page })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog')
const type = async (label: string, value: string) =>
  fireEvent.change(within(await dialog()).getByLabelText(label), { target: { value } })
const addPhoto = async () => {
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' })
  fireEvent.change(within(await dialog()).getByLabelText('写真を選ぶ'), { target: { files: [file] } })
}
const storedNote = () => localStorage.getItem('draft:customer:7:declared-item-new') ?? ''

/** The tab was closed with the dialog open: a photo had made the row, the words were only typed. */
async function leaveHalfWay() {
  const first = open()
  await press('品を入れる')
  await type('メモ', '袖に毛玉')
  await addPhoto()
  await waitFor(() => expect(rows[0]?.photos).toHaveLength(1))
  await waitFor(() => expect(storedNote()).toContain('袖に毛玉'))
  first.unmount()
  open()
}

describe('an article that was being entered when the page was left', () => {
  it('goes on in the row that its photo made', async () => {
    await leaveHalfWay()
    await press('次の品を入れる')
    const sheet = within(await dialog())
    expect(sheet.getByLabelText<HTMLTextAreaElement>('メモ').value).toBe('袖に毛玉')
    expect(sheet.getByRole('img', { name: '写真1' })).toBeTruthy()
    await press('リストに入れる')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(rows).toMatchObject([{ id: 20, note: '袖に毛玉' }])
    expect(await screen.findByText('リストの合計 1点')).toBeTruthy()
  })

  it('has its words also where that row is opened', async () => {
    await leaveHalfWay()
    await press(/^直す/)
    expect(within(await dialog()).getByLabelText<HTMLTextAreaElement>('メモ').value).toBe('袖に毛玉')
    await press('保存する')
    await waitFor(() => expect(rows).toMatchObject([{ id: 20, note: '袖に毛玉' }]))
    await press('次の品を入れる')
    expect(within(await dialog()).getByLabelText<HTMLTextAreaElement>('メモ').value).toBe('')
    await type('メモ', '箱あり')
    await press('リストに入れる')
    await waitFor(() => expect(rows.map(({ note }) => note)).toEqual(['袖に毛玉', '箱あり']))
  })

  it('becomes a new row where the other one was removed elsewhere', async () => {
    await leaveHalfWay()
    rows = []
    await press(/品を入れる$/)
    await press('リストに入れる')
    await waitFor(() => expect(rows).toMatchObject([{ note: '袖に毛玉', photos: [] }]))
  })

  it('is over once it was given up: the next one is a row of its own', async () => {
    await leaveHalfWay()
    await press('次の品を入れる')
    await press('戻る')
    await press('次の品を入れる')
    expect(within(await dialog()).getByLabelText<HTMLTextAreaElement>('メモ').value).toBe('')
    await type('メモ', '箱あり')
    await press('リストに入れる')
    await waitFor(() => expect(rows.map(({ note }) => note)).toEqual(['', '箱あり']))
  })
})
