import * as z from 'zod'
import * as account from '#contract/account'
import * as adTracking from '#contract/ad-tracking'
import * as analysis from '#contract/analysis'
import * as announcement from '#contract/announcement'
import * as antiqueLedger from '#contract/antique-ledger'
import * as assessment from '#contract/assessment'
import * as bankAccount from '#contract/bank-account'
import * as book from '#contract/book'
import { type AnyCall, checksSession, isIntegerParam, paramNames, successStatus } from '#contract/call'
import { allCalls } from '#contract/calls'
import * as catalogue from '#contract/catalogue'
import * as company from '#contract/company'
import * as customer from '#contract/customer'
import { type ErrorCode, errors } from '#contract/error'
import * as field from '#contract/field'
import * as identity from '#contract/identity'
import * as item from '#contract/item'
import { permissions } from '#contract/permission'
import * as preAssessment from '#contract/pre-assessment'
import * as productization from '#contract/productization'
import * as purchaseRequest from '#contract/purchase-request'
import * as terms from '#contract/terms'
import * as transfer from '#contract/transfer'

type Json = { [key: string]: unknown }
type Registry = ReturnType<typeof z.registry<{ id: string }>>

const modules = [
  field,
  account,
  adTracking,
  analysis,
  announcement,
  antiqueLedger,
  assessment,
  bankAccount,
  book,
  catalogue,
  company,
  customer,
  identity,
  item,
  preAssessment,
  productization,
  purchaseRequest,
  terms,
  transfer,
]

/** Texts that such clients show for a status unless a call has its own. */
const usualTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/**
 * The calls as an OpenAPI document. Version 3.0.3, because the generators in use understand it best (a nullable
 * type of 3.1 becomes `any` in some). Nothing is written by hand: it all comes from the contract.
 */
export function openApi(server?: string): Json {
  const schemas = collectSchemas()
  const paths: { [path: string]: Json } = {}
  for (const { name, call } of allCalls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call, schemas) }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Okuru',
      version: '1.0.0',
      description:
        'Mail-in buying of used branded clothing. Every path is served with and without its final slash.',
    },
    ...(server ? { servers: [{ url: server }] } : {}),
    tags: [...new Set(allCalls.map(({ name }) => tagOf(name)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: used(paths, { ...schemas.definitions, ...errorSchemas }),
    },
  }
}

/** Only what a call takes or answers, itself or within something else. */
function used(paths: Json, definitions: Json): Json {
  const found = new Set<string>()
  const follow = (node: unknown): void => {
    for (const [, id = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(id)) continue
      found.add(id)
      follow(definitions[id])
    }
  }
  follow(paths)
  return Object.fromEntries(Object.entries(definitions).filter(([id]) => found.has(id)))
}

const errorSchemas = {
  Refusal: {
    type: 'object',
    description:
      'Messages by field (a list of sentences each), or one sentence under `detail`; `code` names the refusal.',
    properties: {
      detail: { type: 'string' },
      code: { type: 'string', enum: Object.keys(errors) },
      non_field_errors: { type: 'array', items: { type: 'string' } },
    },
    additionalProperties: true,
  },
}

interface Schemas {
  definitions: Json
  reference: (schema: z.ZodType, direction: 'in' | 'out') => Json
}

/** Entities by their name in the contract; bodies and answers that have none by the call's. */
function collectSchemas(): Schemas {
  const out: Registry = z.registry()
  const into: Registry = z.registry()
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (value instanceof z.ZodObject && !out.has(value)) out.add(value, { id: pascal(name) })
  }
  for (const { name, call } of allCalls) {
    const id = pascal(operationId(name))
    if (typeof call.ok === 'object' && !out.has(call.ok)) out.add(call.ok, { id: `${id}Result` })
    if (call.body && !into.has(call.body)) {
      const known = out.get(call.body)?.id
      into.add(call.body, { id: known && /(Input|Body|Patch|Update)$/.test(known) ? known : `${id}Body` })
    }
  }
  return {
    definitions: { ...definitionsOf(out, 'output'), ...definitionsOf(into, 'input') },
    reference: (schema, direction) => {
      const id = (direction === 'in' ? into : out).get(schema)?.id
      return { $ref: referenceTo(id ?? '') }
    },
  }
}

const referenceTo = (id: string) => `#/components/schemas/${id}`

function definitionsOf(registry: Registry, io: 'input' | 'output'): Json {
  const { schemas } = z.toJSONSchema(registry, {
    target: 'openapi-3.0',
    uri: referenceTo,
    unrepresentable: 'any',
    io,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _, ...schema }]) => [id, tidy(schema) as Json]),
  )
}

/** The bounds of whole numbers in JSON say nothing; unknown properties are ignored rather than refused. */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy)
  if (!node || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(
    ([key, value]) =>
      !(key === 'minimum' && value === Number.MIN_SAFE_INTEGER) &&
      !(key === 'maximum' && value === Number.MAX_SAFE_INTEGER) &&
      !(key === 'additionalProperties' && value === false),
  )
  return Object.fromEntries(
    kept.flatMap(([key, value]) => (key === 'enum' ? choices(value) : [[key, tidy(value)]])),
  )
}

/** Generators make names of the values of a choice, and have none for Japanese ones: those are only described. */
function choices(values: unknown): [string, unknown][] {
  const foreign = Array.isArray(values) && values.some((value) => /[^\p{ASCII}]/u.test(String(value)))
  return foreign ? [['description', `One of: ${values.join(', ')}`]] : [['enum', values]]
}

function operation(name: string, call: AnyCall, schemas: Schemas): Json {
  const body = requestBody(call, schemas)
  return {
    operationId: operationId(name),
    tags: [tagOf(name)],
    summary: call.summary,
    description: description(call),
    security: security(call),
    parameters: parameters(call),
    ...(body ? { requestBody: body } : {}),
    responses: responses(call, schemas),
    ...(call.errors ? { 'x-error-codes': call.errors } : {}),
    ...(call.notBuilt ? { 'x-not-built': true } : {}),
  }
}

/** `account.refresh` as `accountRefresh`: unique over all calls, and a method's name in generated clients. */
export function operationId(name: string): string {
  return name.replace(/\.(\w)/, (_all, letter: string) => letter.toUpperCase())
}

const tagOf = (name: string) => name.split('.')[0] ?? name
const pascal = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase())

function description(call: AnyCall): string {
  const lines = [`For: ${call.may === 'anyone' ? 'anyone' : permissions[call.may].join(', ')}.`]
  if (call.freshSignIn) lines.push('Needs a sign-in not older than ten minutes.')
  if (checksSession(call)) lines.push('A device that was signed out is refused at once.')
  if (call.idempotent) lines.push('Repeated with the same `Idempotency-Key` and body, it happens once.')
  if (call.notBuilt) lines.push('Not built yet: answers 503 `not_built`.')
  if (call.errors) {
    lines.push('', 'Refusals:', '')
    for (const code of call.errors)
      lines.push(`- \`${code}\` (${errors[code].status}): ${errors[code].message}`)
  }
  return lines.join('\n')
}

function security(call: AnyCall): Json[] {
  if (call.ignoresToken) return []
  return call.may === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

function parameters(call: AnyCall): Json[] {
  const inPath = paramNames(call.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: isIntegerParam(name) ? 'integer' : 'string' },
  }))
  const filters = call.query
    ? z.toJSONSchema(call.query, { target: 'openapi-3.0', unrepresentable: 'any', io: 'input' }).properties
    : undefined
  const inQuery = Object.entries(filters ?? {})
    .filter(([name]) => !isSecondSpelling(name, filters ?? {}))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema: parameterSchema(tidy(schema) as Json),
    }))
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }
  return [...inPath, ...inQuery, ...(call.idempotent ? [key] : [])]
}

/** `shopOnly` is taken as well as `shop_only`; generated clients, which convert names, would have it twice. */
function isSecondSpelling(name: string, all: object): boolean {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return snake !== name && Object.hasOwn(all, snake)
}

/** A filter says its type beside what it takes from a query string; documents want the first. */
function parameterSchema({ anyOf, ...schema }: Json): Json {
  return schema.type === undefined && anyOf !== undefined ? { anyOf } : schema
}

function requestBody(call: AnyCall, schemas: Schemas): Json | undefined {
  const json = call.body ? { 'application/json': { schema: schemas.reference(call.body, 'in') } } : undefined
  const form = call.multipart
    ? {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              file: { type: 'string', format: 'binary' },
              kind: { type: 'string' },
              caption: { type: 'string' },
            },
          },
        },
      }
    : undefined
  if (!json && !form) return undefined
  return { required: true, content: { ...json, ...form } }
}

const retryAfter = { description: 'Seconds to wait before asking again.', schema: { type: 'integer' } }

/** Refusals no call names, because each may answer them. */
const answeredByAny = ['database_unavailable'] as const satisfies ErrorCode[]

function responses(call: AnyCall, schemas: Schemas): Json {
  const named = new Map<number, ErrorCode[]>()
  for (const code of [...(call.errors ?? []), ...answeredByAny]) {
    const { status } = errors[code]
    named.set(status, [...(named.get(status) ?? []), code])
  }
  const all: Json = { [successStatus(call)]: success(call, schemas) }
  for (const status of [...new Set([...usualStatuses(call), ...named.keys()])].sort()) {
    const codes = named.get(status)
    all[status] = {
      description: call.texts?.[status] ?? usualTexts[status] ?? 'Error',
      content: { 'application/json': { schema: { $ref: referenceTo('Refusal') } } },
      ...(status === 503 || status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}),
      ...(codes ? { 'x-error-codes': codes } : {}),
    }
  }
  return all
}

function usualStatuses(call: AnyCall): number[] {
  return [
    ...(call.body || call.query || call.multipart ? [400] : []),
    ...(call.may === 'anyone' ? [] : [401, 403]),
    ...(call.path.includes('{') ? [404] : []),
    ...Object.keys(call.texts ?? {}).map(Number),
    ...(call.limit ? [429] : []),
    500,
  ]
}

function success(call: AnyCall, schemas: Schemas): Json {
  const description = call.summary
  if (call.ok === 'nothing') return { description }
  if (call.ok === 'csv') return { description, content: { 'text/csv': { schema: { type: 'string' } } } }
  if (call.ok === 'bytes') {
    const schema = { type: 'string', format: 'binary' }
    return { description, content: { 'application/octet-stream': { schema } } }
  }
  return { description, content: { 'application/json': { schema: schemas.reference(call.ok, 'out') } } }
}
