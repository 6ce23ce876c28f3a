import * as z from 'zod'
import {
  type AnyCall,
  checksSession,
  isForMachines,
  isIntegerParam,
  mediaOf,
  paramNames,
  successStatus,
} from '#contract/call'
import { allCalls } from '#contract/calls'
import * as domains from '#contract/domains'
import { errors } from '#contract/error'
import { permissions, roleMay } from '#contract/permission'
import { isAct } from '#contract/put'
import { fieldWords } from './openapi-field-words.ts'
import { errorSchemas, plainResponses, refusalsOf, responsesOf } from './openapi-refusals.ts'
import { collectSchemas, type Json, operationId, type Schemas, tidy } from './openapi-schemas.ts'
import { withWords } from './openapi-words.ts'

/** The calls as OpenAPI 3.0.3: some generators turn nullable types of 3.1 into `any`. */
export function openApi(server = '/'): Json {
  const schemas = collectSchemas()
  const paths: { [path: string]: Json } = {}
  for (const { name, call } of allCalls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call, schemas) }
  }
  const written = JSON.stringify(paths)
  const responses = Object.fromEntries(
    Object.entries(plainResponses()).filter(([name]) => written.includes(`#/components/responses/${name}"`)),
  )
  return {
    openapi: '3.0.3',
    info: {
      title: 'Okuru',
      version: '1.0.0',
      license: { name: 'UNLICENSED' },
      description:
        'Mail-in buying of used branded clothing. Every path is served with and without its final slash.',
    },
    servers: [{ url: server }],
    tags: Object.entries(domains).map(([name, { about }]) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of a person (a JWT), or the API key of another system (`okuru_…`).',
        },
      },
      responses,
      schemas: used({ paths, responses }, { ...schemas.definitions, ...errorSchemas }),
    },
  }
}

/** Keeps only definitions that are referenced, directly or indirectly. */
function used(from: Json, definitions: Json): Json {
  const found = new Set<string>()
  const follow = (node: unknown): void => {
    for (const [, id = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(id)) continue
      found.add(id)
      follow(definitions[id])
    }
  }
  follow(from)
  return Object.fromEntries(Object.entries(definitions).filter(([id]) => found.has(id)))
}

function operation(name: string, call: AnyCall, schemas: Schemas): Json {
  const body = requestBody(call, schemas)
  const refusals = refusalsOf(call)
  return {
    operationId: operationId(name),
    tags: [tagOf(name)],
    summary: call.summary,
    description: description(call),
    security: security(call),
    parameters: parameters(call),
    ...(body ? { requestBody: body } : {}),
    responses: { [successStatus(call)]: success(call, schemas), ...responsesOf(call, schemas) },
    ...(refusals.length > 0 ? { 'x-error-codes': refusals } : {}),
    ...(call.notBuilt ? { 'x-not-built': true } : {}),
  }
}

const tagOf = (name: string) => name.split('.')[0] ?? name

function description(call: AnyCall): string {
  const people = permissions[call.may].filter((role) => role !== 'machine')
  const lines = [`For: ${call.may === 'anyone' ? 'anyone' : people.join(', ')}.`]
  if (call.may !== 'anyone' && isForMachines(call)) lines.push(`For an API key with \`${call.may}\`.`)
  if (call.freshSignIn) {
    const except = roleMay('inspector', call.may) ? ', except of an inspector' : ''
    lines.push(`Needs a sign-in not older than ten minutes${except}.`)
  }
  if (checksSession(call)) lines.push('A device that was signed out is refused at once.')
  if (call.idempotent) lines.push('Repeated with the same `Idempotency-Key` and body, it happens once.')
  if (call.method === 'PUT' && call.body) lines.push(isAct(call.body) ? actsOn : replacesWhole)
  if (call.notBuilt) lines.push('Not built yet: answers 503 `not_built`.')
  const refusals = refusalsOf(call)
  if (refusals.length > 0) lines.push('', 'Refusals:', '')
  for (const code of refusals) {
    const { status, message, ...entry } = errors[code]
    lines.push(`- \`${code}\` (${status}${'nameless' in entry ? ', without `code`' : ''}): ${message}`)
  }
  return lines.join('\n')
}

const replacesWhole = 'Replaces the whole: a field that is not sent is refused, or becomes the default shown.'
const actsOn = 'Does what is sent, and nothing to what is not.'

function security(call: AnyCall): Json[] {
  if (call.ignoresToken) return []
  return call.may === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

function parameters(call: AnyCall): Json[] {
  const inPath = paramNames(call.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...described(name, { type: isIntegerParam(name) ? 'integer' : 'string' }),
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
      ...described(name, parameterSchema(tidy(schema) as Json)),
    }))
  return [...inPath, ...inQuery, ...(call.idempotent ? [idempotencyKey] : []), ...signature(call)]
}

const signature = ({ signedBy }: AnyCall): Json[] =>
  signedBy === undefined
    ? []
    : [
        {
          name: signedBy,
          in: 'header',
          required: true,
          description: 'Signature over the bytes of the body.',
          schema: {
            type: 'string',
            maxLength: 1000,
            example: 'R5ZxBjNsGl9sJkLQrEqEGBvOHrPCmQLVLCnTKmQPnOQ=',
          },
        },
      ]

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'One for each intended act, for example a UUID. A success is kept under it for seven days, a refusal is not.',
  schema: { type: 'string', maxLength: 200, example: '5b0c9f0e-6f2e-4f0c-9a58-1c1d2f6b7a90' },
}

function described(name: string, bare: Json): Json {
  const { description: words = fieldWords[name]?.[0], ...schema } = withWords(name, bare)
  return { description: words, schema }
}

/** Generated clients convert names, so `shopOnly` beside `shop_only` would be a duplicate. */
function isSecondSpelling(name: string, all: object): boolean {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return snake !== name && Object.hasOwn(all, snake)
}

/** Drops the union that parses query strings where a type is declared. */
function parameterSchema({ anyOf, usual, ...schema }: Json): Json {
  if (schema.type === undefined && anyOf !== undefined) return { anyOf }
  return { ...schema, ...(usual === undefined ? {} : { default: usual }) }
}

function requestBody(call: AnyCall, schemas: Schemas): Json | undefined {
  const json = call.body ? { 'application/json': { schema: schemas.reference(call.body, 'in') } } : undefined
  const form = call.multipart ? { 'multipart/form-data': { schema: formSchema(call.multipart) } } : undefined
  if (!json && !form) return undefined
  return { required: true, content: { ...json, ...form } }
}

function formSchema(fields: z.ZodObject): Json {
  const { properties } = tidy(
    z.toJSONSchema(fields, { target: 'openapi-3.0', unrepresentable: 'any', io: 'input' }),
  ) as { properties: Json }
  const file = { type: 'string', format: 'binary', description: 'The file itself.' }
  const texts = Object.entries(properties).map(([name, schema]) => [name, withWords(name, schema as Json)])
  return { type: 'object', required: ['file'], properties: { file, ...Object.fromEntries(texts) } }
}

function success(call: AnyCall, schemas: Schemas): Json {
  const media = mediaOf(call)
  if (media === undefined) return { description: call.summary }
  return { description: call.summary, content: { [media]: { schema: successSchema(call, schemas) } } }
}

function successSchema({ ok, query }: AnyCall, schemas: Schemas): Json {
  if (typeof ok === 'object') return schemas.reference(ok, 'out')
  if (ok !== 'csv') return { type: 'string', format: 'binary' }
  const other = query && 'encoding' in query.shape ? ', or Shift_JIS (CP932) where asked for' : ''
  return { type: 'string', description: `UTF-8${other}; lines ended by CR LF.` }
}
