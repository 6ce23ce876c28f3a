import build from 'fast-json-stringify'
import * as z from 'zod'

type Json = { [key: string]: unknown }
type Serializer = (value: unknown) => string

const compiled = new WeakMap<z.ZodType, Serializer>()

/**
 * Writes what the schema declares as JSON, and nothing else. Compiled when it is first wanted, which takes milliseconds; for
 * all calls together it would take a start two seconds.
 */
export function serializerOf(schema: z.ZodType): Serializer {
  const known = compiled.get(schema)
  if (known) return known
  const serialize = build(responseSchema(schema)) as Serializer
  compiled.set(schema, serialize)
  return serialize
}

/** `anyOf [X, null]` becomes a nullable X, which serializes faster. */
function responseSchema(schema: z.ZodType): Json {
  return simplify(z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any', io: 'output' })) as Json
}

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (!node || typeof node !== 'object') return node
  const { $schema: _, ...rest } = node as Json
  const branches = rest.anyOf as Json[] | undefined
  const values = branches?.filter((branch) => branch.type !== 'null')
  if (branches && values && branches.length === 2 && values.length === 1) {
    return simplify({ ...(values[0] as Json), nullable: true })
  }
  const done: Json = {}
  for (const [key, value] of Object.entries(rest)) {
    if (
      key === 'format' ||
      key === 'pattern' ||
      key === 'minimum' ||
      key === 'maximum' ||
      key === 'enum' ||
      key === 'const'
    )
      continue
    done[key] = key === 'properties' ? mapValues(value as Json) : simplify(value)
  }
  if (!done.type && !done.anyOf && !done.properties) return values ? done : {}
  return done
}

function mapValues(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, simplify(value)]))
}
