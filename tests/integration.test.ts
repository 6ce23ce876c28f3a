import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/app.ts'
import { apply, receive } from './support/steps.ts'
import { type Receiver, startReceiver } from './support/webhook-receiver.ts'
import { makeWorld, type World } from './support/world.ts'

// docs/integration.md, as somebody follows it who connects a system of theirs to a server.

const root = path.join(import.meta.dirname, '..')
let t: TestApp
let w: World
let folder: string
let address: string
let receiver: Receiver
beforeAll(async () => {
  t = await testApp({ config: { webhookNetworks: ['127.0.0.0/8'] } })
  w = await makeWorld(t)
  folder = await mkdtemp(path.join(root, '.cache', 'integration-'))
  address = await t.app.listen({ host: '127.0.0.1', port: 0 })
  receiver = await startReceiver()
})
afterAll(async () => {
  await t.close()
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

/** The programs of the document, by their names. */
async function programs(): Promise<Record<string, string>> {
  const text = await readFile(path.join(root, 'docs', 'integration.md'), 'utf8')
  return Object.fromEntries(
    [...text.matchAll(/^`(\w+\.ts)`:\n\n```ts\n([\s\S]*?)```$/gm)].map(([, name = '', code = '']) => [
      name,
      code,
    ]),
  )
}

/** What an integrator writes who makes mistakes: the compiler finds them. */
const mistakes = `
import { okuru } from './follow.ts'

export async function sell() {
  // @ts-expect-error a key is a number
  await okuru.GET('/api/biz/purchase_requests/{id}/', { params: { path: { id: 'twelve' } } })
  // @ts-expect-error there is no such call
  await okuru.GET('/api/biz/nonsense/')
  const { data } = await okuru.GET('/api/biz/sales/')
  // @ts-expect-error a sale has no colour
  return data?.results.map((sale) => sale.colour)
}
`

async function compiled(): Promise<void> {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const options = {
    compilerOptions: {
      ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] },
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true },
    },
    include: [folder],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(options))
  await promisify(execFile)(process.execPath, [tsc, '-p', path.join(folder, 'tsconfig.json')]).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
}

interface Follow {
  follow: (take: (id: number, status: number) => void, since?: string) => Promise<string | undefined>
}
interface Verify {
  verified: (headers: Record<string, string>, body: string, secret: string) => unknown
}

test('a generated client compiles, and follows the requests with a key that an administrator made', async () => {
  const made = await t.ask('POST /api/biz/api-keys/', {
    token: w.aoyama.admin.token,
    body: { name: '在庫管理', permissions: ['biz.request.read'], shops: [], days: 90 },
  })
  expect(made.status).toBe(201)
  const described = await fetch(`${address}/openapi.json`)
  const types = astToString(await openapiTS((await described.json()) as never))
  await writeFile(path.join(folder, 'okuru.d.ts'), types)
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  const all = { ...(await programs()), 'mistakes.ts': mistakes }
  expect(Object.keys(all).sort()).toEqual(['follow.ts', 'mistakes.ts', 'verify.ts'])
  for (const [name, code] of Object.entries(all)) await writeFile(path.join(folder, name), code)
  await compiled()

  Object.assign(process.env, { OKURU_URL: address, OKURU_KEY: made.body.key })
  const { follow } = (await import(path.join(folder, 'follow.ts'))) as Follow
  const boxes = [await apply(t, w), await apply(t, w)]
  const seen: [number, number][] = []
  const take = (id: number, status: number) => void seen.push([id, status])
  const after = await follow(take)
  expect(seen.map(([id]) => id)).toEqual(boxes.map(({ id }) => id))
  seen.length = 0
  await receive(t, boxes[0] as (typeof boxes)[number], 2)
  const later = await follow(take, after)
  expect(seen).toEqual([[boxes[0]?.id, 3]])
  seen.length = 0
  await follow(take, later)
  expect(seen).toEqual([])
}, 120_000)

test('a webhook is verified by the library of Standard Webhooks, and by hand', async () => {
  const made = await t.ask('POST /api/biz/webhooks/', {
    token: w.aoyama.admin.token,
    body: { name: '在庫管理', url: receiver.url, events: ['request.moved'] },
  })
  expect(made.status).toBe(201)
  const { secret } = made.body
  const { id } = await apply(t, w)
  await t.runJobs()
  const [told] = receiver.received
  const { headers, body } = told as NonNullable<typeof told>
  const event = { type: 'request.moved', data: { request: id, from_status: null, to_status: 0 } }
  expect(new Webhook(secret).verify(body, headers)).toMatchObject(event)
  const { verified } = (await import(path.join(folder, 'verify.ts'))) as Verify
  expect(verified(headers, body, secret)).toMatchObject(event)
  const forged = body.replace(`${id}`, `${id + 1}`)
  expect(() => new Webhook(secret).verify(forged, headers)).toThrow()
  expect(verified(headers, forged, secret)).toBeNull()
  t.clock.forward(301_000)
  expect(verified(headers, body, secret)).toBeNull()
})
