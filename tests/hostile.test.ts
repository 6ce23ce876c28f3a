import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  foreignFields,
  hostileValues,
  isRefusedByShape,
  placesOf,
  rawNumbers,
  sampleBody,
  withValue,
} from './support/hostile.ts'
import {
  builtCalls,
  isPlain,
  makeTarget,
  type Shot,
  type Target,
  walkerOf,
  wrongShots,
} from './support/target.ts'

let target: Target
beforeAll(async () => {
  target = await makeTarget()
})
afterEach(() => target.expectFreePool())
afterAll(() => target.t.close())

const writing = builtCalls.filter(({ call }) => call.body)
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

// Calls that share a schema are tested once.
const schemas = writing.filter(
  ({ call }, index) => writing.findIndex((one) => one.call.body === call.body) === index,
)

type Try = { place: ReturnType<typeof placesOf>[number]; value: unknown }

/** Of the bodies that their schema refuses, one in so many is sent; the others are only parsed. */
const refusedPerSent = 7

describe('hostile values in every place of every body', () => {
  test.each(schemas)('$name', async ({ name, call }) => {
    const places = placesOf(plain({ ...sampleBody(call), ...(await target.bodyOf(name, call)) }))
    const sample = plain(await target.bodyOf(name, call))
    const [refused, others]: [Try[], Try[]] = [[], []]
    for (const place of places) {
      for (const value of hostileValues()) {
        const isRefused = isRefusedByShape(call, plain(withValue(plain(sample), place, value)))
        ;(isRefused ? refused : others).push({ place, value })
      }
    }
    // Bodies that the schema refuses share one comparison of the database. The others are compared for each place, because
    // some of them are accepted.
    const sent = refused.filter((_, index) => index % refusedPerSent === 0)
    const together = call.limit ? 8 : sent.length || 1
    const volleys = [
      ...Array.from({ length: Math.ceil(sent.length / together) }, (_, n) =>
        sent.slice(n * together, (n + 1) * together),
      ),
      ...places
        .map((place) => others.filter((one) => one.place === place))
        .filter(({ length }) => length > 0),
    ]
    await target.later()
    for (const tries of volleys) {
      if (call.limit) await target.later()
      await target.volley(async () => {
        const fired: Shot[] = []
        for (const { place, value } of tries) {
          const body = plain(withValue(plain(await target.bodyOf(name, call)), place, value))
          fired.push(await target.shoot(call, [place, value], body))
        }
        return fired
      })
    }
  })
})

describe('bodies of the wrong kind', () => {
  test.each(writing)('$name', async ({ name, call }) => {
    const good = JSON.stringify(await target.bodyOf(name, call))
    const first = Object.keys(sampleBody(call))[0] ?? 'x'
    const bodies: string[] = [
      '',
      'null',
      '[]',
      '"text"',
      '7',
      '{',
      '{"a":}',
      `${good}x`,
      `[${good}]`,
      "{'a': 1}",
      '{"__proto__":{"role":"operator"}}',
      `{"${first}":{"__proto__":[1]}}`,
      ...rawNumbers.map((number) => `{"${first}":${number}}`),
      `{"${first}":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      `{"${first}":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      `{"${first}":"\\ud800"}`,
      `{"${first}\\u0000":1}`,
    ]
    await target.later()
    await target.volley(async () => {
      const fired: Shot[] = []
      for (const body of bodies) fired.push(await target.shoot(call, body.slice(0, 60), body))
      return fired
    })
    expect(Reflect.get({}, 'role')).toBeUndefined()
  })

  test('types nobody reads, broken letters and packed bombs are refused and do nothing', async () => {
    const { t } = target
    const bomb = gzipSync(Buffer.alloc(30_000_000, ' '))
    await target.volley(async () => {
      const fired: Shot[] = []
      for (const [index, { name, call }] of writing.entries()) {
        if (index % 20 === 0) await target.later()
        const body = Buffer.from(JSON.stringify(await target.bodyOf(name, call)))
        const send = async (
          what: string,
          headers: Record<string, string>,
          payload: Buffer,
          wanted: number[],
        ) => {
          const response = await t.ask(`${call.method} ${target.pathOf(call)}`, {
            token: target.tokens[walkerOf(call)],
            headers,
            body: payload,
          })
          expect([...wanted, 404], `${call.route} ${what}`).toContain(response.status)
          fired.push({ route: call.route, what, answer: response })
        }
        await send(
          'xml',
          { 'content-type': 'text/xml' },
          Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
          [415],
        )
        await send('latin', { 'content-type': 'application/json; charset=iso-8859-1' }, body, [415])
        await send('no type', { 'content-type': '' }, body, [400, 415])
        await send('parts', { 'content-type': 'multipart/form-data; boundary=x' }, body, [400, 415])
        await send(
          'not utf-8',
          { 'content-type': 'application/json' },
          Buffer.from([0x7b, 0xff, 0x7d]),
          [400],
        )
        await send(
          'bomb',
          { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          bomb,
          [400, 413, 415],
        )
        if (!call.bodyLimit)
          await send('2 MB', { 'content-type': 'application/json' }, Buffer.alloc(2_000_000, '1'), [413])
      }
      return fired
    })
  })
})

test('fields that nobody may write are not written, whoever sends them', async () => {
  for (const { name, call } of writing) {
    await target.later()
    const body = plain(await target.bodyOf(name, call))
    const taken = Object.keys(sampleBody(call))
    const extra = Object.fromEntries(
      Object.entries(foreignFields).filter(([field]) => !taken.includes(field)),
    )
    await target.volley(async () => [
      await target.shoot(call, 'read-only fields', { ...body, ...extra }),
      await target.shoot(call, 'only read-only fields', extra),
    ])
  }
})

test('random bodies: never an error, never a change where refused', async () => {
  const bodies = fc.tuple(fc.nat({ max: writing.length - 1 }), fc.nat(), fc.jsonValue({ maxDepth: 3 }))
  let fired = 0
  await target.later()
  await fc.assert(
    fc.asyncProperty(bodies, async ([index, position, value]) => {
      const { name, call } = writing[index] as (typeof writing)[number]
      if (++fired % 20 === 0) await target.later()
      const body = plain(await target.bodyOf(name, call))
      const places = [[], ...placesOf(body)]
      const place = places[position % places.length] as (string | number)[]
      await target.volley(async () => [
        await target.shoot(call, [place, value], withValue(body, place, value)),
      ])
    }),
    { numRuns: 250, seed: 20_261_124 },
  )
  expect(fired).toBe(250)
})

async function form(
  fields: Record<string, string>,
  files: [field: string, name: string, bytes: Uint8Array][],
) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const [field, name, bytes] of files)
    data.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  const request = new Request('http://test/', { method: 'POST', body: data })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  }
}

test('files that are no photos, and forms that are no forms, are refused', async () => {
  const html = Buffer.from('<html><script>alert(1)</script>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const cut = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])
  const kind = { kind: 'assessment', caption: '' }
  const forms = [
    await form(kind, [['file', 'front.jpg', html]]),
    await form(kind, [['file', 'front.svg', svg]]),
    await form(kind, [['file', '../../etc/passwd', cut]]),
    await form(kind, [['file', 'a\u0000.jpg', Buffer.alloc(0)]]),
    await form(kind, []),
    await form({ kind: 'assessment', caption: 'a\u0000b' }, [['file', 'a.jpg', await photo()]]),
    await form({ kind: 'no such kind', caption: 'あ'.repeat(50_000) }, [['file', 'a.jpg', cut]]),
    await form(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, '1'])), [
      ['file', 'a.jpg', cut],
    ]),
    await form(
      kind,
      Array.from({ length: 15 }, (_, n) => ['file', `${n}.jpg`, cut] as const).map(([a, b, c]) => [a, b, c]),
    ),
    await form(kind, [['file', 'large.jpg', Buffer.alloc(20_500_000, 0xff)]]),
    {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.from('--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ncut'),
    },
    { headers: { 'content-type': 'multipart/form-data' }, body: Buffer.from('--x--') },
  ]
  for (const { call } of builtCalls.filter(({ call }) => call.multipart)) {
    await target.later()
    const fired = await target.volley(async () => {
      const shots: Shot[] = []
      for (const [index, { headers, body }] of forms.entries()) {
        const response = await target.t.ask(`${call.method} ${target.pathOf(call)}`, {
          token: target.tokens[walkerOf(call)],
          headers,
          body,
        })
        shots.push({ route: call.route, what: `form ${index}`, answer: response })
      }
      return shots
    })
    expect(wrongShots(fired, (response) => isPlain(response) && response.status >= 400)).toEqual([])
  }
})

const photo = () =>
  sharp({ create: { width: 30, height: 30, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
