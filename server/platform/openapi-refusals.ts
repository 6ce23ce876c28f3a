import * as z from 'zod'
import { type AnyCall, isForMachines, needsSecondFactor, shownWhenStale } from '#contract/call'
import { type ErrorCode, errors } from '#contract/error'
import { type Json, referenceTo, type Schemas } from './openapi-schemas.ts'

const usualTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  406: 'Not Acceptable',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

const messages = { type: 'array', items: { type: 'string' } }

export const errorSchemas: Json = {
  ErrorCode: {
    type: 'string',
    description: 'Names of refusals.',
    enum: Object.entries(errors).flatMap(([code, entry]) => ('nameless' in entry ? [] : [code])),
  },
  Refusal: {
    type: 'object',
    description:
      'What every refusal may say. Messages about fields stand beside it under their names: see the call’s own 400.',
    properties: {
      detail: {
        type: 'string',
        description: 'One sentence, where no field is meant.',
        example: errors.not_found.message,
      },
      code: { $ref: referenceTo('ErrorCode') },
      non_field_errors: { ...messages, description: 'Sentences about the whole.' },
    },
  },
}

const nullable = (schema: z.ZodType | undefined, schemas: Schemas): Json =>
  schema ? { type: 'object', nullable: true, allOf: [schemas.reference(schema, 'out')] } : { type: 'object' }

const carries: Partial<Record<ErrorCode, (call: AnyCall, schemas: Schemas) => Json>> = {
  stale_version: (call, schemas) => ({
    current: {
      description: 'The thing as it is now; null where there is none.',
      ...nullable(shownWhenStale(call), schemas),
    },
  }),
  payout_check_failed: () => ({
    problems: {
      type: 'array',
      items: { $ref: referenceTo('PayoutProblem') },
      description: 'What has to be put right.',
    },
  }),
  price_mismatch: () => ({ expected: { type: 'integer', description: 'What it has to be, in whole yen.' } }),
  second_factor_required: () => ({ offered: { $ref: referenceTo('OfferedFactors') } }),
  terms_outdated: () => ({ terms_version: { type: 'string', description: 'The version in force.' } }),
}

const takesBody = (call: AnyCall): boolean => call.body !== undefined || call.multipart !== undefined

export function refusalsOf(call: AnyCall): ErrorCode[] {
  const paged = call.query !== undefined && 'page' in call.query.shape
  return [
    ...(call.errors ?? []),
    ...(paged && !call.notBuilt ? (['invalid_page'] as const) : []),
    ...(call.signedBy ? (['signature_invalid'] as const) : []),
    ...(needsSecondFactor(call) ? (['second_factor_setup_required'] as const) : []),
    ...(takesBody(call) ? (['busy'] as const) : []),
    ...(call.multipart ? (['file_store_unavailable'] as const) : []),
    'database_unavailable',
  ]
}

export function refusalStatuses(call: AnyCall): number[] {
  const all = [
    ...(takesBody(call) || call.query ? [400] : []),
    ...(call.ignoresToken ? [] : [401]),
    ...(call.may === 'anyone' ? [] : [403]),
    ...(call.path.includes('{') ? [404] : []),
    406,
    ...(takesBody(call) ? [413, 415] : []),
    // Large bodies are limited for every call.
    // An API key has a limit for all its calls.
    ...(call.limit || takesBody(call) || isForMachines(call) ? [429] : []),
    500,
    ...Object.keys(call.texts ?? {}).map(Number),
    ...refusalsOf(call).map((code) => errors[code].status),
  ]
  return [...new Set(all)].sort()
}

export function responsesOf(call: AnyCall, schemas: Schemas): Json {
  return Object.fromEntries(
    refusalStatuses(call).map((status) => {
      const codes = refusalsOf(call).filter((code) => errors[code].status === status)
      const text = call.texts?.[status]
      const own = status === 400 ? ownFields(call, codes, schemas) : {}
      if (!text && codes.length === 0 && Object.keys(own).length === 0)
        return [status, { $ref: `#/components/responses/${plainName(status)}` }]
      const response = responseOf(
        status,
        text ?? textOf(status),
        Object.keys(own).length > 0 ? own : undefined,
      )
      return [status, { ...response, ...(codes.length > 0 ? { 'x-error-codes': codes } : {}) }]
    }),
  )
}

const readsFile = ({ body }: AnyCall): boolean => body instanceof z.ZodObject && 'csv' in body.shape

const messagesByKey = { type: 'object', additionalProperties: messages }

/** Of the text of a file. Rows that were sent as such have the same `rows`. */
const fileLines: Json = {
  rows: { type: 'array', items: messagesByKey, description: 'Messages about each row, by field.' },
  lines: {
    type: 'array',
    items: { type: 'integer' },
    description: 'Where each of these rows begins in the file; of rows without a file, its place from 1.',
  },
}

function ownFields(call: AnyCall, codes: readonly ErrorCode[], schemas: Schemas): Json {
  const named = codes
    .map((code) => errors[code].field)
    .filter((field) => field !== 'detail' && field !== 'non_field_errors')
  return {
    ...(readsFile(call) ? fileLines : {}),
    ...Object.fromEntries(named.map((field) => [field, messages])),
    ...messagesBy(call.query),
    ...messagesBy(call.multipart && z.object({ file: z.string(), ...call.multipart.shape })),
    ...messagesBy(call.body),
    ...Object.assign({}, ...codes.map((code) => carries[code]?.(call, schemas) ?? {})),
  }
}

function messagesBy(schema: z.ZodType | undefined): Json {
  if (schema instanceof z.ZodUnion)
    return Object.assign({}, ...schema.options.map((shape) => messagesBy(shape as z.ZodType)))
  if (!(schema instanceof z.ZodObject)) return {}
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, messagesOf(field as z.ZodType)]),
  )
}

function messagesOf(field: z.ZodType): Json {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return messagesOf(field.unwrap() as z.ZodType)
  if (field instanceof z.ZodObject)
    return { anyOf: [messages, { type: 'object', properties: messagesBy(field) }] }
  if (!(field instanceof z.ZodArray)) return messages
  return { anyOf: [messages, messagesByPosition(field.element as z.ZodType)] }
}

/** A list of objects keeps the position of each; of other values, the places of the wrong ones are keys. */
function messagesByPosition(inner: z.ZodType): Json {
  if (inner instanceof z.ZodRecord) return { type: 'array', items: messagesByKey }
  if (!(inner instanceof z.ZodObject)) return messagesByKey
  const properties = { ...messagesBy(inner), non_field_errors: messages }
  return { type: 'array', items: { type: 'object', properties } }
}

const retryAfter = { description: 'Seconds to wait before asking again.', schema: { type: 'integer' } }

const headersOf = (status: number): Json =>
  status === 503 || status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}

const textOf = (status: number) => usualTexts[status] ?? 'Error'
const plainName = (status: number) => textOf(status).replaceAll(' ', '')

function responseOf(status: number, description: string, own?: Json): Json {
  const refusal = { $ref: referenceTo('Refusal') }
  const schema = own ? { allOf: [refusal, { type: 'object', properties: own }] } : refusal
  return { description, ...headersOf(status), content: { 'application/json': { schema } } }
}

export function plainResponses(): Json {
  return Object.fromEntries(
    Object.keys(usualTexts).map((status) => [
      plainName(Number(status)),
      responseOf(Number(status), textOf(Number(status))),
    ]),
  )
}
