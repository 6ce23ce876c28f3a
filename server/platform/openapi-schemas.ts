import * as z from 'zod'
import { allCalls } from '#contract/calls'
import * as codes from '#contract/codes'
import * as domains from '#contract/domains'
import * as field from '#contract/field'
import * as lifecycle from '#contract/lifecycle'
import { entityWords, withWords } from './openapi-words.ts'

export type Json = { [key: string]: unknown }
type Registry = ReturnType<typeof z.registry<{ id: string }>>

const codeSets: Readonly<Record<string, { schema: z.ZodType; names?: Readonly<Record<string, number>> }>> = {
  CustomerGender: { schema: field.code(codes.customerGender) },
  Job: { schema: field.code(codes.job) },
  IdentificationKind: { schema: field.code(codes.identificationKind) },
  EkycStatus: { schema: field.code(codes.ekycStatus) },
  ItemGender: { schema: field.code(codes.itemGender) },
  Authenticity: { schema: field.code(codes.authenticity) },
  Accessories: { schema: field.code(codes.accessories) },
  CareNeeded: { schema: field.code(codes.careNeeded) },
  SalesChannel: { schema: field.code(codes.salesChannel) },
  AccountType: { schema: field.code(codes.bankAccountType) },
  PurchaseRequestStatus: { schema: field.code(lifecycle.requestStatusLabel), names: lifecycle.requestStatus },
  PurchaseItemStatus: { schema: field.code(lifecycle.itemStatusLabel), names: lifecycle.itemStatus },
  TransferStatus: { schema: field.code(codes.transferStatusLabel) },
  Grade: { schema: field.grade },
  IdentificationClause: { schema: field.word(codes.identificationClauseLabel) },
  DeliveringOption: { schema: field.word(codes.deliveringOptionLabel) },
  Carrier: { schema: field.word(codes.carrierLabel) },
  PickupTimeSlot: { schema: field.word(codes.pickupTimeSlotLabel) },
  KitSize: { schema: field.code(codes.kitSizeLabel) },
  ApprovalMode: { schema: field.word(codes.approvalModeLabel) },
  Decision: { schema: field.word(codes.decisionLabel) },
  UnpricedPolicy: { schema: field.word(codes.unpricedPolicyLabel) },
  TransactionKind: { schema: field.word(codes.transactionKindLabel) },
  LedgerClass: { schema: field.word(codes.ledgerClass) },
  PayoutBatchState: { schema: field.word(codes.payoutBatchStateLabel) },
  HoldKind: { schema: field.word(codes.holdKindLabel) },
}

/** `account.refresh` → `accountRefresh` */
export function operationId(name: string): string {
  return name.replace(/\.(\w)/, (_all, letter: string) => letter.toUpperCase())
}

export interface Schemas {
  definitions: Json
  reference: (schema: z.ZodType, direction: 'in' | 'out') => Json
}

export function collectSchemas(): Schemas {
  const out: Registry = z.registry()
  const into: Registry = z.registry()
  for (const [id, { schema }] of Object.entries(codeSets)) {
    out.add(schema, { id })
    into.add(schema, { id })
  }
  for (const [name, value] of [field, ...Object.values(domains)].flatMap((module) =>
    Object.entries<unknown>(module),
  )) {
    if (value instanceof z.ZodObject && !out.has(value)) out.add(value, { id: pascal(name) })
  }
  const words = new Map(Object.entries(entityWords))
  for (const { name, call } of allCalls) {
    const id = pascal(operationId(name))
    if (typeof call.ok === 'object' && !out.has(call.ok)) {
      out.add(call.ok, { id: `${id}Result` })
      words.set(`${id}Result`, `Answer of: ${call.summary}.`)
    }
    if (call.body && !into.has(call.body)) {
      const known = out.get(call.body)?.id
      const own = known && /(Input|Body|Patch|Update)$/.test(known) ? known : `${id}Body`
      into.add(call.body, { id: own })
      if (own !== known) words.set(own, `Body of: ${call.summary}.`)
    }
  }
  const definitions = { ...definitionsOf(out, 'output', words), ...definitionsOf(into, 'input', words) }
  return {
    definitions: typed(definitions, definitions) as Json,
    reference: (schema, direction) => {
      const id = (direction === 'in' ? into : out).get(schema)?.id
      return { $ref: referenceTo(id ?? '') }
    },
  }
}

export const referenceTo = (id: string) => `#/components/schemas/${id}`
const pascal = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase())

function definitionsOf(registry: Registry, io: 'input' | 'output', words: Map<string, string>): Json {
  const { schemas } = z.toJSONSchema(registry, {
    target: 'openapi-3.0',
    uri: referenceTo,
    unrepresentable: 'any',
    io,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _, ...schema }]) => {
      const description = words.get(id)
      return [id, { ...(description ? { description } : {}), ...(tidy(schema) as Json), ...namesOf(id) }]
    }),
  )
}

/** Value names for generators, instead of `_0`, `_1`. */
function namesOf(id: string): Json {
  const { names } = codeSets[id] ?? {}
  return names ? { 'x-enum-varnames': Object.keys(names) } : {}
}

/** Removes integer bounds, patterns of named formats and `additionalProperties`. */
export function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy)
  if (!node || typeof node !== 'object') return node
  const all = node as Json
  const kept = Object.entries(all).filter(
    ([key, value]) =>
      !(key === 'minimum' && value === Number.MIN_SAFE_INTEGER) &&
      !(key === 'maximum' && value === Number.MAX_SAFE_INTEGER) &&
      !(key === 'pattern' && all.format !== undefined) &&
      !(key === 'additionalProperties' && value === false),
  )
  const done = Object.fromEntries(
    kept.flatMap(([key, value]) => {
      if (key === 'enum') return choices(value)
      return [[key, key === 'properties' ? describedProperties(value as Json) : tidy(value)]]
    }),
  )
  if (isWhole(done.enum)) done.type = 'integer'
  return done
}

/** OpenAPI 3.0 allows `nullable` only beside a type, not beside a reference. */
function typed(node: unknown, definitions: Json): unknown {
  if (Array.isArray(node)) return node.map((one) => typed(one, definitions))
  if (!node || typeof node !== 'object') return node
  const done = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, typed(value, definitions)]),
  )
  const [meant] = (done.allOf as { $ref?: string }[] | undefined) ?? []
  if (!done.nullable || done.type || !meant?.$ref) return done
  const { type } = definitions[meant.$ref.slice(referenceTo('').length)] as Json
  return { type, ...done }
}

const isWhole = (values: unknown): boolean => Array.isArray(values) && values.every(Number.isInteger)

function describedProperties(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, withWords(name, tidy(schema) as Json)]),
  )
}

/** Generators cannot name Japanese values, so those are only described. */
function choices(values: unknown): [string, unknown][] {
  const foreign = Array.isArray(values) && values.some((value) => /[^\p{ASCII}]/u.test(String(value)))
  return foreign ? [['description', `One of: ${values.join(', ')}`]] : [['enum', values]]
}
