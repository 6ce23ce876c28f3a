import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '#server/platform/config'
import { release } from '#server/platform/release'
import { uploadSourceMaps } from './source-maps.ts'

const script = 'assets/page-AbCdEf12.js'
let folder: string
let build: { web: string; maps: string }
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-maps-test-'))
  build = { web: path.join(folder, 'web'), maps: path.join(folder, 'maps') }
  for (const part of [build.web, build.maps]) await mkdir(path.join(part, 'assets'), { recursive: true })
  await writeFile(path.join(build.web, script), 'throw Error()\n')
  await writeFile(path.join(build.web, 'assets/page-AbCdEf12.js.br'), 'compressed')
  await writeFile(path.join(build.web, 'favicon.svg'), '<svg/>')
  const map = { version: 3, sources: ['../../../web/page.ts'], names: [], mappings: 'AAAA' }
  await writeFile(path.join(build.maps, `${script}.map`), JSON.stringify(map))
})
afterAll(() => rm(folder, { recursive: true }))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')

interface Assembly {
  checksum: string
  chunks: string[]
  projects: string[]
  version: string
}

type Misfit =
  | 'unknown token'
  | 'broken bundle'
  | 'forgetful'
  | 'unending'
  | 'silent'
  | 'too old'
  | 'restarting'

/** Takes chunks and assembles them as Sentry does: https://docs.sentry.io/api/releases/assemble-an-artifact-bundle/ */
async function startSentry(misfit?: Misfit) {
  const chunks = new Map<string, Buffer>()
  const assembled: Assembly[] = []
  const asked: { path: string; token: string | undefined }[] = []

  const assemble = (wanted: Assembly) => {
    assembled.push(wanted)
    // The first chunk is lost once.
    if (assembled.length === 1 || misfit === 'forgetful') chunks.delete(wanted.chunks[0] ?? '')
    const missingChunks = wanted.chunks.filter((sum) => !chunks.has(sum))
    if (missingChunks.length > 0) return { state: 'not_found', missingChunks }
    const ended = misfit === 'broken bundle' ? 'error' : misfit === 'unending' ? 'assembling' : 'ok'
    const state = ['created', 'assembling'][assembled.length - 2] ?? ended
    return { state, missingChunks, detail: state === 'error' ? 'the bundle cannot be read' : null }
  }
  const statusFor = (): number => {
    if (misfit === 'unknown token') return 401
    return misfit === 'restarting' && asked.length % 2 === 1 ? 503 : 200
  }
  const answer = (request: IncomingMessage, body: Buffer): object => {
    if (request.url?.endsWith('/artifactbundle/assemble/')) return assemble(JSON.parse(body.toString()))
    if (request.method === 'POST') {
      for (const { name, bytes } of filesIn(body)) if (sha1(bytes) === name) chunks.set(name, bytes)
      return []
    }
    return {
      url: '/api/0/organizations/house/chunk-upload/',
      ...{ chunkSize: 300, chunksPerRequest: 64, maxFileSize: 2 ** 31, maxRequestSize: 700, concurrency: 2 },
      ...{ hashAlgorithm: 'sha1', compression: ['gzip'] },
      accept: misfit === 'too old' ? ['debug_files'] : ['debug_files', 'artifact_bundles'],
    }
  }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asked.push({ path: request.url ?? '', token: request.headers.authorization })
    if (misfit === 'silent') return
    const status = statusFor()
    const found = status === 200 ? answer(request, Buffer.concat(parts)) : { detail: 'not now' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { SENTRY_URL: url, SENTRY_ORG: 'house', SENTRY_PROJECT: 'okuru', SENTRY_AUTH_TOKEN: 'sntrys_1' }
  return { env, asked, assembled, chunks }
}

/** Of a multipart body. */
function filesIn(body: Buffer): { name: string; bytes: Buffer }[] {
  const [, boundary = ''] = /^(--\S+)/.exec(body.subarray(0, 200).toString('latin1')) ?? []
  const parts = body.toString('latin1').split(boundary).slice(1, -1)
  return parts.map((part) => {
    const [, name = ''] = /name="file"; filename="(\w+)"/.exec(part) ?? []
    return { name, bytes: Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4, -2), 'latin1') }
  })
}

/** What is in a zip archive, by its directory at the end. */
function filesOfZip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, remark] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const head = zip.readUInt32LE(at + 42)
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    const bytes = zip.subarray(start, start + packed)
    const text = (method === 0 ? bytes : inflateRawSync(bytes)).toString()
    files.set(zip.subarray(at + 46, at + 46 + name).toString(), text)
    at += 46 + name + extra + remark
  }
  return files
}

test('pages and maps arrive whole, under the addresses that browsers have, for the release that errors name', async () => {
  const sentry = await startSentry()
  expect(await uploadSourceMaps(sentry.env, build)).toEqual({ release, files: 2 })
  const { checksum, chunks, projects, version } = sentry.assembled.at(-1) as Assembly
  expect({ projects, version }).toEqual({ projects: ['okuru'], version: release })
  expect(chunks.length).toBeGreaterThan(1)
  const bundle = Buffer.concat(chunks.map((sum) => sentry.chunks.get(sum) as Buffer))
  expect(sha1(bundle)).toBe(checksum)
  // Before the archive stands what kind of bundle it is.
  const files = filesOfZip(bundle)
  const manifest = JSON.parse(files.get('manifest.json') ?? '') as { files: Record<string, object> }
  const listed = Object.entries(manifest.files).map(([name, about]) => ({ ...about, text: files.get(name) }))
  expect(listed).toEqual([
    expect.objectContaining({
      ...{ url: `~/${script}`, type: 'minified_source', text: 'throw Error()\n' },
      headers: { Sourcemap: 'page-AbCdEf12.js.map' },
    }),
    expect.objectContaining({ url: `~/${script}.map`, type: 'source_map' }),
  ])
  expect(new Set(sentry.asked.map(({ token }) => token))).toEqual(new Set(['Bearer sntrys_1']))
})

test('a server that is being restarted is asked again', async () => {
  const sentry = await startSentry('restarting')
  expect(await uploadSourceMaps(sentry.env, build)).toEqual({ release, files: 2 })
})

test.each<[Misfit, RegExp]>([
  ['unknown token', /\/chunk-upload\/ 401: SENTRY_AUTH_TOKEN .*not now/],
  ['broken bundle', /the bundle cannot be read/],
  ['forgetful', /not done after 2 s/],
  ['unending', /not done after 2 s/],
  ['silent', /127\.0\.0\.1:\d+: no response within 1 s/],
  ['too old', /takes no artifact bundles: accept/],
])('%s: it ends in time, with the reason', async (misfit, reason) => {
  const { env } = await startSentry(misfit)
  const failure = await uploadSourceMaps(env, build, { response: 1_000, whole: 2_000 }).catch(String)
  expect(failure).toMatch(/^Error: ソースマップを送れませんでした。/)
  expect(failure).toMatch(reason)
})

test('a server that is not there is named', async () => {
  const { env } = await startSentry()
  closers.pop()?.()
  await expect(uploadSourceMaps(env, build)).rejects.toThrow(
    `ECONNREFUSED ${env.SENTRY_URL.slice('http://'.length)}`,
  )
})

test('without settings or a build it says what is missing, and asks nobody', async () => {
  const problems = await uploadSourceMaps({ SENTRY_URL: 'sentry.example', SENTRY_ORG: ' ' }, build).catch(
    (error: ConfigError) => error.problems,
  )
  expect(problems).toEqual([
    'SENTRY_URL must look like https://sentry.io',
    'SENTRY_ORG is required',
    'SENTRY_PROJECT is required',
    'SENTRY_AUTH_TOKEN is required',
  ])
  const sentry = await startSentry()
  const none = { ...build, maps: path.join(folder, 'none') }
  await expect(uploadSourceMaps(sentry.env, none)).rejects.toThrow(ConfigError)
  expect(sentry.asked).toEqual([])
})
