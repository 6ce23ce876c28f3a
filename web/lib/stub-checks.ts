import { afterEach, expect } from 'vitest'
import * as z from 'zod'
import type { AnyCall } from '#contract/call'
import { allCalls } from '#contract/calls'
import { errors } from '#contract/error'
import { isPlainObject } from './case.ts'

type Messages = string | { [key: string]: Messages } | Messages[]

const messages: z.ZodType<Messages> = z.lazy(() =>
  z.union([z.string(), z.array(messages), z.record(z.string(), messages)]),
)

const refusal = z
  .object({
    detail: z.string().optional(),
    code: z.string().optional(),
    current: z.unknown().optional(),
    begun: z.object({ id: z.int(), version: z.int(), shop_name: z.string(), count: z.int() }).optional(),
    lines: z.array(z.int()).optional(),
    problems: z.array(z.unknown()).optional(),
    expected: z.int().optional(),
    terms_version: z.string().optional(),
  })
  .catchall(messages)

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, name) => (/^id$|_pk$/.test(name) ? '\\d+' : '[^/]+'))}$`)

/** Literal paths before those with parameters, as in the server's router. */
const routes = allCalls
  .map(({ call }) => ({ call, pattern: patternOf(call.path), parameters: call.path.split('{').length }))
  .toSorted((one, other) => one.parameters - other.parameters)

const callAt = (method: string, path: string): AnyCall | undefined =>
  routes.find(({ call, pattern }) => call.method === method && pattern.test(path))?.call

const neutral = [false, 0, 1, '', '2026-11-20', '2026-11-20T10:00:00+09:00', 'someone@example.com', [], {}]

/** The plainest value a schema allows: null before false, 0 or an empty text. */
function plainest(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional) return undefined
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodObject) return completed(schema, {})
  if (schema instanceof z.ZodUnion) return plainest(schema.options[0] as z.core.$ZodType)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  return neutral.find((value) => z.safeParse(schema, value).success)
}

function completed(schema: z.core.$ZodType, said: unknown): unknown {
  if (said === undefined) return plainest(schema)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return said === null ? said : completed(schema.unwrap(), said)
  if (schema instanceof z.ZodArray && Array.isArray(said))
    return said.map((one) => completed(schema.element, one))
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => completed(option as z.core.$ZodType, said))
    return options.find((option) => schema.safeParse(option).success) ?? said
  }
  if (schema instanceof z.ZodObject && isPlainObject(said)) {
    const known = Object.entries(schema.shape as Record<string, z.core.$ZodType>)
    return { ...said, ...Object.fromEntries(known.map(([key, field]) => [key, completed(field, said[key])])) }
  }
  return said
}

/** Fields that the call does not have: the stub is outdated. */
function unknownFields(said: unknown, parsed: unknown, path = ''): string[] {
  if (Array.isArray(said) && Array.isArray(parsed))
    return said.flatMap((one, index) => unknownFields(one, parsed[index], `${path}[${index}]`))
  if (!isPlainObject(said) || !isPlainObject(parsed)) return []
  return Object.entries(said).flatMap(([key, value]) =>
    Object.hasOwn(parsed, key) ? unknownFields(value, parsed[key], `${path}.${key}`) : [`${path}.${key}`],
  )
}

const misfits: string[] = []

function succeed(call: AnyCall, said: unknown): { json: unknown; wrong?: string } {
  if (typeof call.ok === 'string')
    return { json: said, wrong: said === undefined ? undefined : `sends ${call.ok}, not JSON` }
  const json = completed(call.ok, said)
  const { error, data } = call.ok.safeParse(json)
  if (error) return { json, wrong: z.prettifyError(error) }
  const unknown = unknownFields(said, data)
  return { json, wrong: unknown.length > 0 ? `unknown fields ${unknown.join(', ')}` : undefined }
}

function refuse(status: number, said: unknown): string | undefined {
  const { error, data } = refusal.safeParse(said)
  if (error) return z.prettifyError(error)
  const named = Object.hasOwn(errors, data.code ?? '') ? errors[data.code as keyof typeof errors] : undefined
  return named && named.status !== status ? `${data.code} is refused with ${named.status}` : undefined
}

/** A stub's response, completed to the call's schema. One that does not fit fails the test. */
export function checkedStub(method: string, path: string, status: number, said: unknown): unknown {
  const call = callAt(method, path)
  if (!call) return said
  const isGood = status >= 200 && status < 300
  const { json, wrong } = isGood
    ? succeed(call, said)
    : { json: said, wrong: status >= 400 && said !== undefined ? refuse(status, said) : undefined }
  if (wrong) misfits.push(`${method} ${path} ${status}: ${wrong}`)
  return json
}

afterEach(() => {
  expect(misfits.splice(0), 'stubs that do not fit their calls').toEqual([])
})
