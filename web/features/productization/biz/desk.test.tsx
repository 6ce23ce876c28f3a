import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logout } from '#web/lib/session.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { unsentProducts } from '#web/lib/unsent.ts'
import { press, scanKeys } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import DeskPage from './desk.page.tsx'
import { productOnWire } from './test-product.ts'

type OnWire = ReturnType<typeof productOnWire>
type Write = { slug: string; version: number; values?: { attribute: number; value: unknown }[] }

const one = 'aaaaaaaaaaaaaaaa'
const two = 'bbbbbbbbbbbbbbbb'

let server: TestServer
let cut = false
let products: Record<string, OnWire>

function written(product: OnWire, { values = [], version: _, ...change }: Write): OnWire {
  const named = new Set(values.map(({ attribute }) => attribute))
  const { status } = change as { status?: number }
  return {
    ...product,
    ...change,
    status: status ?? Math.max(8, product.status),
    values: [
      ...product.values.filter(({ attribute }) => !named.has(attribute)),
      ...values.filter(({ value }) => value !== null),
    ],
    version: product.version + 1,
  }
}

const rowOf = ({ slug }: OnWire) => {
  const { gender, color, material, size, product_number, features, deductions, comment, ...row } = products[
    slug
  ] as OnWire
  const { title, description, composed_title, composed_description, attributes, values, ...less } = row
  const { photos, photo_order_version, assessment_photos, allowed_transitions, ...rest } = less
  const { edited_by, edited_at, accessories, ...last } = rest
  return last
}

function respond({ method, path, json }: Seen): Reply {
  if (path === '/api/biz/item-productization-manage/' && method === 'PATCH') {
    if (cut) return { ends: 'cut' }
    const write = json as Write
    const product = products[write.slug] as OnWire
    if (write.version !== product.version)
      return { status: 400, json: { code: 'stale_version', version: ['x'], current: { items: [product] } } }
    if (product.is_held) return { status: 400, json: { code: 'held', non_field_errors: ['保留中です。'] } }
    products[write.slug] = written(product, write)
    return { json: { items: [products[write.slug]] } }
  }
  if (path === '/api/biz/item-productization/')
    return {
      json: {
        count: 2,
        next: null,
        previous: null,
        results: Object.values(products)
          .filter(({ status }) => status !== 9)
          .map(rowOf),
      },
    }
  if (path === '/api/biz/item-productization/counts/')
    return { json: { stages: [{ stage: 'measure', n: 2, late: 0 }], finished_today: 3 } }
  if (path.endsWith('/sale-evidence/')) return { json: null }
  if (path === '/api/biz/channel-costs/')
    return {
      json: [
        {
          ...{ sales_channel: 1, fee_permille: 100, shipping: 800, handling: 600 },
          ...{ margin_floor_permille: 300, version: 1 },
        },
      ],
    }
  const [, slug = ''] = /^\/api\/biz\/item-productization\/([a-z]{16})\/$/.exec(path) ?? []
  if (slug) return products[slug] ? { json: products[slug] } : { status: 404, json: { code: 'not_found' } }
  return { status: 204 }
}

beforeEach(async () => {
  localStorage.clear()
  cut = false
  products = { [one]: productOnWire(one, 1), [two]: productOnWire(two, 2, { brand_name: 'sacai' }) }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await logout()
  await server.close()
})

const open = (slug = one) => openBiz(`/biz/productization/${slug}`, { '/biz/productization/$slug': DeskPage })
const writes = () => server.seen.filter(({ method }) => method === 'PATCH').map(({ json }) => json as Write)
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)
const write = async (label: RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const finish = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: 'Enter', ctrlKey: true })
const inHand = (brand: string) =>
  waitFor(() =>
    expect(screen.getByRole('button', { name: new RegExp(`^${brand}`) }).getAttribute('aria-current')).toBe(
      'true',
    ),
  )

async function fillIn() {
  await write(/^着丈/, '６８．５')
  await write(/^身幅/, '52cm')
  const pattern = await field(/^柄/)
  fireEvent.focus(pattern)
  fireEvent.change(pattern, { target: { value: '無地' } })
  fireEvent.blur(pattern)
  await write(/^販売価格/, '３２，８００円')
  await write(/^販路/, '1')
}

describe('an article at the desk', () => {
  it('is finished with Ctrl+Enter once nothing is missing, and the next one follows', async () => {
    open()
    await fillIn()
    expect(screen.getByText('必須 6/6・任意 3/5')).toBeTruthy()
    finish()
    await inHand('sacai')
    await waitFor(() => expect(products[one]?.status).toBe(9))
    expect(products[one]).toMatchObject({ selling_price: 32_800, sales_channel: 1 })
    expect(products[one]?.values).toEqual(
      expect.arrayContaining([
        { attribute: 1, value: 68.5 },
        { attribute: 2, value: 52 },
        { attribute: 3, value: '無地' },
      ]),
    )
    expect(unsentProducts()).toEqual([])
  })

  it('says what it lacks at the fields, and stays in hand', async () => {
    open()
    await write(/^着丈/, '68')
    finish()
    expect(await screen.findByText('身幅を入力してください')).toBeTruthy()
    await waitFor(async () => expect(document.activeElement).toBe(await field(/^身幅/)))
    expect(screen.getByText('販路を選んでください')).toBeTruthy()
    await inHand('AURALEE')
    fireEvent.click(screen.getByRole('button', { name: '販売価格' }))
    expect(document.activeElement).toBe(await field(/^販売価格/))
  })

  it('is taken back with its button and with Ctrl+Z', async () => {
    products[one] = productOnWire(one, 1, ready)
    open()
    await screen.findByText('必須 6/6・任意 3/5')
    finish()
    await inHand('sacai')
    await waitFor(() => expect(products[one]?.status).toBe(9))
    fireEvent.click(screen.getByRole('button', { name: '元に戻す(Ctrl+Z)' }))
    await inHand('AURALEE')
    await waitFor(() => expect(products[one]?.status).toBe(8))
    finish()
    await waitFor(() => expect(products[one]?.status).toBe(9))
    fireEvent.keyDown(document.body, { code: 'KeyZ', ctrlKey: true })
    await waitFor(() => expect(products[one]?.status).toBe(8))
    await inHand('AURALEE')
  })

  it('is written field by field with Enter, also into the choice of a text', async () => {
    open()
    const length = await field(/^着丈/)
    length.focus()
    press('Enter')
    expect(document.activeElement).toBe(await field(/^身幅/))
    const pattern = await field(/^柄/)
    fireEvent.focus(pattern)
    fireEvent.change(pattern, { target: { value: 'スト' } })
    pattern.focus()
    press('Enter')
    await waitFor(() => expect(pattern.value).toBe('ストライプ'))
    press('Enter')
    expect(document.activeElement).toBe(screen.getByRole('switch', { name: /裏地/ }))
  })

  it('does not go on while a text is none of the choices, and keeps it over a reload', async () => {
    products[one] = productOnWire(one, 1, ready)
    const { unmount } = open()
    const pattern = await field(/^柄/)
    fireEvent.focus(pattern)
    fireEvent.change(pattern, { target: { value: '水玉' } })
    fireEvent.blur(pattern)
    finish()
    expect(screen.getByText('「水玉」はまだ選ばれていません。')).toBeTruthy()
    await inHand('AURALEE')
    unmount()
    open()
    expect((await field(/^柄/)).value).toBe('水玉')
  })

  it('says that no field is a number where there is none, and keeps what was typed', async () => {
    open()
    await write(/^着丈/, '六八')
    fireEvent.blur(await field(/^着丈/))
    expect(screen.getByText('数字で入力してください(例 68.5)。')).toBeTruthy()
    expect((await field(/^着丈/)).value).toBe('六八')
  })
})

const ready = {
  ...{ selling_price: 32_800, sales_channel: 1, status: 8 },
  values: [
    { attribute: 1, value: 68 },
    { attribute: 2, value: 52 },
    { attribute: 3, value: '無地' },
  ],
}

describe('the words of an article', () => {
  it('are composed from the fields until somebody writes their own, and again once those are gone', async () => {
    open()
    await field(/^着丈/)
    await write(/^色/, '茶')
    expect(screen.getAllByText('茶').length).toBeGreaterThan(1)
    press('KeyT')
    const own = await field(/^商品名/)
    expect(own.value).toContain('テーラードジャケット')
    fireEvent.change(own, { target: { value: '春の一着' } })
    await waitFor(() => expect(writes().at(-1)).toMatchObject({ title: '春の一着' }), { timeout: 15_000 })
    fireEvent.click(screen.getByRole('button', { name: '項目から作り直す' }))
    await waitFor(() => expect(writes().at(-1)).toMatchObject({ title: '' }), { timeout: 15_000 })
    expect(screen.queryByLabelText(/^商品名/)).toBeNull()
  })
})

describe('what somebody else did meanwhile', () => {
  it('is merged where it is another measure, and shown beside the own where it is the same', async () => {
    open()
    await field(/^着丈/)
    products[one] = {
      ...(products[one] as OnWire),
      ...{ version: 5, status: 8, edited_by: '佐藤', values: [{ attribute: 2, value: 50 }] },
    }
    await write(/^着丈/, '68')
    await waitFor(() => expect(products[one]?.values).toHaveLength(2), { timeout: 15_000 })
    expect((await field(/^身幅/)).value).toBe('50')
    products[one] = {
      ...(products[one] as OnWire),
      ...{ version: 9, edited_by: '佐藤', values: [{ attribute: 1, value: 70 }] },
    }
    await write(/^着丈/, '69')
    const dialog = await screen.findByRole('dialog', undefined, { timeout: 15_000 })
    expect(within(dialog).getByText('着丈')).toBeTruthy()
    fireEvent.click(within(dialog).getByLabelText('着丈: 保存されている内容'))
    fireEvent.click(within(dialog).getByRole('button', { name: /選んだ内容で保存する/ }))
    await waitFor(async () => expect((await field(/^着丈/)).value).toBe('70'))
  })

  it('is said plainly when the article is held, and nothing that was typed is lost', async () => {
    open()
    await field(/^着丈/)
    products[one] = { ...(products[one] as OnWire), is_held: true }
    await write(/^着丈/, '68')
    expect(await screen.findByText('保留中です', undefined, { timeout: 15_000 })).toBeTruthy()
    await waitFor(async () => expect((await field(/^着丈/)).readOnly).toBe(true))
    expect((await field(/^着丈/)).value).toBe('68')
    expect(unsentProducts()).toEqual([one])
  })

  it.each([
    [{ is_sold: true, status: 9 }, '販売済みです'],
    [{ status: 9 }, '商品化は終わっています'],
    [{ status: 5 }, '商品化の対象ではなくなりました'],
  ])('locks the form of %j, which can still be read', async (change, said) => {
    products[one] = productOnWire(one, 1, { ...ready, ...change })
    open()
    expect(await screen.findByText(said)).toBeTruthy()
    expect((await field(/^着丈/)).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: /出品待ちへ/ })).toBeNull()
  })

  it('leads to the list where the article is not on its way to sale', async () => {
    products = { [two]: productOnWire(two, 2) }
    open()
    expect(await screen.findByText(/見つかりません/)).toBeTruthy()
  })
})

describe('without a connection', () => {
  it('work goes on, and all of it is sent afterwards', async () => {
    const { unmount } = open()
    await field(/^着丈/)
    cut = true
    await write(/^着丈/, '68')
    await screen.findByText('未送信 1件', undefined, { timeout: 15_000 })
    unmount()
    expect(unsentProducts()).toEqual([one])
    cut = false
    open()
    expect((await field(/^着丈/)).value).toBe('68')
    await waitFor(() => expect(unsentProducts()).toEqual([]), { timeout: 20_000 })
    expect(products[one]?.values).toEqual([{ attribute: 1, value: 68 }])
  })
})

it('takes the article whose label is scanned in hand, and steps with J and K', async () => {
  open()
  await field(/^着丈/)
  scanKeys(two)
  await inHand('sacai')
  press('KeyK')
  await inHand('AURALEE')
})

it('shows what is left of the price, and warns below the lowest margin', async () => {
  open()
  await write(/^販売価格/, '32800')
  await write(/^販路/, '1')
  expect(await screen.findByText('¥13,820')).toBeTruthy()
  expect(screen.getByText('下限 30.0%')).toBeTruthy()
  await write(/^販売価格/, '17000')
  expect(await screen.findByText('−¥400')).toBeTruthy()
  expect(screen.getByText(/を下回っています/)).toBeTruthy()
})
