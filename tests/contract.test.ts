import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call'
import { allCalls } from '#contract/calls'
import type { ErrorCode } from '#contract/error'
import { openApi } from '#server/platform/openapi'
import { refusalsOf } from '#server/platform/openapi-refusals'
import { type TestApp, testApp } from './support/app.ts'
import { makeWorld, type World } from './support/world.ts'

interface Operation {
  operationId: string
  responses: Record<string, { description: string; 'x-error-codes'?: string[]; headers?: object }>
  parameters: { name: string; in: string; schema: { type?: string } }[]
  security: object[]
  'x-not-built'?: true
}
const document = openApi() as {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { properties?: Record<string, unknown> }>
    responses: Record<string, { description: string }>
  }
}
const operation = (route: string) => {
  const [method = '', url = ''] = route.split(' ')
  return document.paths[url]?.[method.toLowerCase()]
}

let t: TestApp
let w: World
let folder: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  folder = await mkdtemp(path.join(import.meta.dirname, '..', '.cache', 'client-'))
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

test('the document has every call once, with what it may answer', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((one) => one.operationId),
  )
  expect(ids.length).toBe(allCalls.length)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { call } of allCalls) {
    const described = operation(call.route)
    const codes = Object.values(described?.responses ?? {}).flatMap((one) => one['x-error-codes'] ?? [])
    expect(codes.sort()).toEqual([...refusalsOf(call)].sort())
    expect(described?.responses['503']?.headers).toHaveProperty('Retry-After')
    expect(described?.['x-not-built']).toBe(call.notBuilt)
    expect(
      described?.security.length === 0 || call.may !== 'anyone' || described?.security.length === 2,
    ).toBe(true)
  }
})

/** Take a table, not a photo: a sentence about its columns or lines refuses it. */
const takesPictures = ['analysis.images']
const takesTable = [
  'trackingImport.check',
  'trackingImport.apply',
  'trackingImport.checkNumbers',
  'trackingImport.applyNumbers',
  'preAssessment.uploadBrands',
  'preAssessment.uploadCategories',
  'preAssessment.uploadCustomers',
  'preAssessment.uploadPriceTemplates',
  'preAssessment.uploadSeasonTags',
]

/** As a form, or in the text of a body. */
const takesFile = (name: string, call: AnyCall): boolean =>
  Boolean(call.multipart) || takesPictures.includes(name)

test('refusals that come with a trait of a built call are promised where it is, and nowhere else', () => {
  const differing = allCalls.flatMap(({ name, call }) => {
    if (call.notBuilt) return []
    const promises = (code: ErrorCode) => call.errors?.includes(code) ?? false
    const wrong = [
      // A call may also ask for it only when certain fields are in the body.
      call.freshSignIn === true && !promises('reauthentication_required'),
      (call.idempotent ?? false) !== promises('idempotency_key_reused'),
      (takesFile(name, call) && !takesTable.includes(name)) !== promises('file_type'),
      takesFile(name, call) !== promises('file_too_large'),
    ]
    return wrong.includes(true) ? [name] : []
  })
  expect(differing).toEqual([])
})

test('every refusal by name that a built call promises is thrown somewhere', async () => {
  const root = path.join(import.meta.dirname, '..')
  const folders = ['contract', 'server'].map((part) => path.join(root, part))
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => path.join(folder, file)),
    ),
  )
  const sources = files.flat().filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const texts = await Promise.all(sources.map((file) => readFile(file, 'utf8')))
  // Rules that both sides share return the name; files that only promise refusals do not count.
  const text = texts
    .filter((source, at) => !/errors: \[/.test(source) && !sources[at]?.endsWith('contract/error.ts'))
    .join('\n')
  const promised = allCalls.flatMap(({ call }) => (call.notBuilt ? [] : (call.errors ?? [])))
  expect([...new Set(promised)].filter((code) => !text.includes(`'${code}'`))).toEqual([])
})

test('every reference in the document leads somewhere', () => {
  const text = JSON.stringify(document)
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(200)
  expect([...new Set(names)].filter((name) => !document.components.schemas[name])).toEqual([])
})

test('texts of a call replace the usual ones, which generated clients show', () => {
  expect(operation('POST /api/ad-tracking/update-user/')?.responses['404']?.description).toBe(
    'Token not found',
  )
  expect(operation('GET /api/me/')?.responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' })
  expect(document.components.responses.Unauthorized?.description).toBe('Unauthorized')
})

test('filters say their type', () => {
  const filters = operation('GET /api/biz/purchase_requests/')?.parameters ?? []
  const typeOf = (name: string) => filters.find((one) => one.name === name)?.schema.type
  expect([typeOf('status'), typeOf('shop'), typeOf('date_from')]).toEqual(['integer', 'integer', 'string'])
})

test('a generated client compiles, and makes a call against the server', async () => {
  await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(document))
  const client = path.join(folder, 'client')
  await generate({ input: path.join(folder, 'openapi.json'), output: client, useOptions: false })
  await writeFile(path.join(folder, 'integrator.ts'), integrator)
  await typeCheck()
  const address = await t.app.listen({ host: '127.0.0.1', port: 0 })
  const made = (await import(path.join(client, 'index.ts'))) as GeneratedClient
  made.OpenAPI.BASE = address
  expect(await made.CatalogueService.catalogueBrands()).toHaveLength(Object.keys(w.brands).length)
  const refused = await made.AccountService.accountMe().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(made.ApiError)
  expect(refused).toMatchObject({ status: 401, message: 'Unauthorized' })
  made.OpenAPI.TOKEN = w.hanako.token
  expect(await made.AccountService.accountMe()).toMatchObject({ email: w.hanako.email })
})

/** What somebody writes who connects a program of theirs: refusals and codes have types of their own. */
const integrator = `
import { ApiError, ErrorCode, ItemService, PurchaseRequestService, PurchaseRequestStatus, type Refusal } from './client'

export async function offered(): Promise<string[]> {
  const page = await PurchaseRequestService.purchaseRequestList()
  return page.results
    .filter((request) => request.status === PurchaseRequestStatus.OFFERED)
    .map(({ offer_expires_at }) => offer_expires_at ?? '')
}

export function sentence(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  const refusal = error.body as Refusal
  if (refusal.code === ErrorCode.STALE_VERSION) return 'read it again'
  // @ts-expect-error no refusal is called so
  if (refusal.code === 'nonsense') return ''
  // @ts-expect-error a misspelt name is no part of a refusal
  const misspelt: unknown = refusal.detials
  return refusal.detail ?? refusal.non_field_errors?.join(' ') ?? String(misspelt)
}

export async function photograph(slug: string, file: Blob): Promise<string> {
  // @ts-expect-error without a file there is nothing to add
  await ItemService.itemAddPhoto(slug, { kind: 'defect' })
  const picture = await ItemService.itemAddPhoto(slug, { file, kind: 'defect' })
  return picture.thumbnail_url
}
`

/** The part of the generated client that is used here. */
interface GeneratedClient {
  OpenAPI: { BASE: string; TOKEN?: string }
  ApiError: new () => Error
  CatalogueService: { catalogueBrands: () => Promise<unknown> }
  AccountService: { accountMe: () => Promise<unknown> }
}

/** Compiles the client under strict rules, as an application with a bundler would. */
async function typeCheck(): Promise<void> {
  const tsc = path.join(import.meta.dirname, '..', 'node_modules', 'typescript', 'bin', 'tsc')
  const options = {
    compilerOptions: {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
      strict: true,
      types: [],
      noEmit: true,
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
