import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { successStatus } from '#contract/call'
import { allCalls } from '#contract/calls'
import { pageSize, windowSize } from '#contract/field'
import { openApi } from '#server/platform/openapi'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  description?: string
  example?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}
interface Operation {
  operationId: string
  description: string
  parameters: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>
}
const document = openApi() as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, object> }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const operation = (route: string): Operation => {
  const [method = '', url = ''] = route.split(' ')
  const found = document.paths[url]?.[method.toLowerCase()]
  if (!found) throw new Error(`no ${route}`)
  return found
}

interface Place {
  name: string
  schema: Schema
  at: string
}

function* fieldsIn(schema: Schema, at: string): Generator<Place> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield { name, schema: inner, at: `${at}.${name}` }
    yield* fieldsIn(inner, `${at}.${name}`)
  }
  const within = [schema.items, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])]
  for (const inner of within) if (inner) yield* fieldsIn(inner, at)
}
const fields: Place[] = [
  ...Object.entries(document.components.schemas).flatMap(([id, schema]) => [...fieldsIn(schema, id)]),
  ...operations.flatMap(({ operationId, parameters, requestBody }) => [
    ...parameters.map(({ name, schema, description }) => ({
      name,
      at: `${operationId}?${name}`,
      schema: { ...schema, ...(description ? { description } : {}) },
    })),
    ...fieldsIn(requestBody?.content['multipart/form-data']?.schema ?? {}, operationId),
  ]),
]
const refersTo = ({ $ref, allOf }: Schema): Schema | undefined => {
  const ref = $ref ?? allOf?.[0]?.$ref
  return ref === undefined ? undefined : document.components.schemas[ref.slice(ref.lastIndexOf('/') + 1)]
}
const resolved = (schema: Schema): Schema => refersTo(schema) ?? schema

test('every field, parameter and schema is described', () => {
  const bare = fields.filter(({ schema }) => !schema.description && !refersTo(schema)?.description)
  expect(bare.map(({ at }) => at)).toEqual([])
  const schemas = Object.entries(document.components.schemas).filter(([, { description }]) => !description)
  expect(schemas.map(([id]) => id)).toEqual([])
})

test('every number and text has an example, its choices or its format', () => {
  const bare = fields.filter(({ schema }) => {
    const { type, example, format } = resolved(schema)
    return ['string', 'integer', 'number'].includes(type ?? '') && example === undefined && !format
  })
  // Lists of Japanese words are only described, because generators have no names for them.
  const told = bare.filter(
    ({ schema }) => !resolved(schema).enum && !/^One of: /.test(schema.description ?? ''),
  )
  const exampleless = told.filter(({ name }) => !['page', 'size', 'limit', 'offset'].includes(name))
  expect(exampleless.map(({ at }) => at)).toEqual([])
})

test('every example is one that its field takes', () => {
  const isTaken = ({ example, enum: choices, ...limits }: Schema): boolean => {
    const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity, pattern } = limits
    if (choices) return choices.includes(example)
    if (typeof example === 'number') return example >= minimum && example <= maximum
    if (typeof example !== 'string') return true
    const { length } = [...example]
    return length >= minLength && length <= maxLength && new RegExp(pattern ?? '', 'u').test(example)
  }
  const examples = fields.filter(({ schema }) => schema.example !== undefined)
  expect(examples.length).toBeGreaterThan(1000)
  expect(examples.filter(({ schema }) => !isTaken(schema)).map(({ at }) => at)).toEqual([])
})

const codeNames =
  /^(status|to|item_status|from_status|to_status|gender|job|identification_kind|ekyc_status|account_type|authenticity|accessories|care_needed|sales_channel|grade|ledger_class|carrier|return_carrier|pickup_time_slot|approval_mode|unpriced_policy|delivering_option|decision|clause)$/

test('a code is a choice with its labels, never a bare number or word', () => {
  const codes = fields.filter(
    ({ name, schema, at }) =>
      codeNames.test(name) && !resolved(schema).properties && !at.startsWith('preAssessment'),
  )
  expect(codes.length).toBeGreaterThan(100)
  expect(codes.filter(({ schema }) => !resolved(schema).enum).map(({ at }) => at)).toEqual([
    // The band `A` within a comparison of prices.
    'itemEvidence?grade',
  ])
})

test('days and instants say which they are', () => {
  const bare = fields.filter(
    ({ name, schema }) =>
      /(_at|_on|_until|_date|^at|^birthday|^date_from|^date_to)$/.test(name) &&
      schema.type === 'string' &&
      !/^date(-time)?$/.test(schema.format ?? ''),
  )
  expect(bare.map(({ at }) => at)).toEqual(['AssessmentInput.expires_at', 'IdentityRecordBody.filed_at'])
})

test('only the building blocks make numbers', async () => {
  const folder = path.join(import.meta.dirname, '..', 'contract')
  const files = (await readdir(folder)).filter((file) => !file.endsWith('.test.ts') && file !== 'field.ts')
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8')
      return [...text.matchAll(/z\s*\.(?:int|number|coerce)\b.*/g)].map(([line]) => `${file}: ${line}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

test('no field is called as the words of a refusal are, beside which its messages stand', () => {
  const shapes = allCalls.flatMap(({ name, call }) =>
    [call.body, call.query, call.multipart].flatMap((schema) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape).map((field) => `${name} ${field}`) : [],
    ),
  )
  expect(shapes.filter((one) => / (code|detail|non_field_errors|current|problems)$/.test(one))).toEqual([])
})

test('a refusal has a type of its own, and a 400 names the fields of its call', () => {
  const { Refusal, ErrorCode } = document.components.schemas
  expect(Refusal?.additionalProperties).toBeUndefined()
  expect(Object.keys(Refusal?.properties ?? {})).toEqual(['detail', 'code', 'non_field_errors'])
  expect(ErrorCode?.enum).toContain('stale_version')
  const refused = operation('PUT /api/biz/payouts/originator/').responses['400']?.content
  const [common, own] = refused?.['application/json']?.schema.allOf ?? []
  expect(common).toEqual({ $ref: '#/components/schemas/Refusal' })
  expect(Object.keys(own?.properties ?? {}).toSorted()).toEqual([
    'account_number',
    'account_type',
    'bank_code',
    'branch_code',
    'current',
    'file_format',
    'name_kana',
    'originator_code',
    'version',
  ])
})

test('messages about rows are told by their places: of rows that were sent, and of a file', () => {
  const messages = { type: 'array', items: { type: 'string' } }
  const fieldsOf400 = (route: string) => {
    const refused = operation(route).responses['400']?.content
    return refused?.['application/json']?.schema.allOf?.[1]?.properties
  }
  const rows = { type: 'array', items: { type: 'object', additionalProperties: messages } }
  const lines = { type: 'array', items: { type: 'integer' } }
  const amounts = fieldsOf400('POST /amounts/bulk-upload/')
  expect(amounts).toMatchObject({ rows: { anyOf: [messages, rows] }, lines })
  expect(fieldsOf400('POST /api/biz/brand-masters/bulk-upload/')).toMatchObject({ rows, lines })
})

test('what comes with the kind of a call is promised: 401, 404 of a page, 406, 413, 415, 429', () => {
  for (const route of ['POST /api/auth/jwt/create/', 'POST /api/biz/auth/jwt/create/']) {
    expect(Object.keys(operation(route).responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '406', '413', '415', '429', '500']),
    )
    expect(operation(route).description).toContain('`no_active_account` (401, without `code`)')
  }
  expect(operation('GET /api/postal-code/{postal_code}/').description).toContain(
    '`invalid_postal_code` (400)',
  )
  for (const { call } of allCalls.filter(({ call }) => !call.notBuilt)) {
    const { responses, description } = operation(call.route)
    const paged = call.query !== undefined && 'page' in call.query.shape
    expect([call.route, description.includes('`invalid_page` (404')]).toEqual([call.route, paged])
    expect([call.route, '415' in responses]).toEqual([call.route, Boolean(call.body || call.multipart)])
    expect([call.route, '401' in responses]).toEqual([
      call.route,
      !call.ignoresToken ||
        (call.errors ?? []).some((code) => code === 'token_not_valid' || code === 'no_active_account'),
    ])
    expect(Object.keys(responses)).toContain(String(successStatus(call)))
  }
})

test('lists say by what they sort, and how many rows a page has at most', () => {
  const parameter = (route: string, name: string) =>
    operation(route).parameters.find((one) => one.name === name)
  expect(parameter('GET /api/purchase_requests/', 'ordering')).toMatchObject({
    description: expect.stringContaining('id, created_at, updated_at'),
    schema: { default: '-id', example: '-id' },
  })
  expect(parameter('GET /api/biz/purchase-items/', 'ordering')?.description).toContain('price')
  expect(parameter('GET /api/purchase_requests/', 'size')?.schema).toMatchObject({
    default: pageSize.usual,
    maximum: pageSize.most,
  })
  expect(parameter('GET /api/transactions/', 'limit')?.schema).toMatchObject({
    default: windowSize.usual,
    maximum: windowSize.most,
  })
  const sorted = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'ordering'))
  expect(sorted.length).toBeGreaterThan(4)
})

test('an upload needs its file', () => {
  const forms = operations.flatMap(
    ({ requestBody }) => requestBody?.content['multipart/form-data']?.schema ?? [],
  )
  expect(forms.length).toBeGreaterThan(4)
  for (const form of forms) {
    expect(form.required).toEqual(['file'])
    expect(form.properties?.file).toMatchObject({ type: 'string', format: 'binary' })
  }
  const photo = operation('POST /api/biz/purchase-items/{slug}/photos/').requestBody
  expect(photo?.content['multipart/form-data']?.schema.properties?.kind?.enum).toContain('defect')
})

test('a PUT says what becomes of a field that is not sent', () => {
  expect(operation('PUT /api/customers/{id}/').description).toContain('Replaces the whole')
  expect(operation('PUT /api/biz/purchase_requests/{id}/').description).toContain('Does what is sent')
})
