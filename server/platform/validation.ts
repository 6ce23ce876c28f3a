import type * as z from 'zod'
import { japaneseIssue } from '#contract/messages'
import { type FieldErrors, invalid, Refusal } from './refusal.ts'

const parameters = { error: japaneseIssue } as const

export function parseBody<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (input === null) throw new Refusal('invalid', 400, { non_field_errors: ['No data provided'] })
  const value = input ?? {}
  const result = schema.safeParse(value, parameters)
  if (result.success) return result.data
  throw invalid(fieldErrors(result.error.issues, value))
}

export function parseQuery<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input ?? {}, parameters)
  if (result.success) return result.data
  throw invalid(fieldErrors(result.error.issues, input))
}

export function fieldErrors(issues: readonly z.core.$ZodIssue[], input: unknown): FieldErrors {
  const root: FieldErrors = {}
  for (const issue of issues.flatMap((issue) => meant(issue, input)))
    place(root, issue.path, issue.message, expectsObject(issue), input)
  return root
}

/** Of an object that may have one of several shapes: what is wrong with the shape whose fields are all there. */
function meant(issue: z.core.$ZodIssue, input: unknown): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const value = issue.path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown>)[key], input)
  const shapes = issue.errors.filter((issues) => issues.every(({ path }) => path.length > 0))
  const isThere = ({ path }: z.core.$ZodIssue) => Object.hasOwn(value as object, path[0] as PropertyKey)
  const chosen = shapes.find((issues) => issues.every(isThere)) ?? shapes.at(-1)
  return chosen?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}

/** The message goes under the `non_field_errors` of what should have been an object. */
const expectsObject = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' && (issue.expected === 'object' || issue.expected === 'record')

function place(
  node: FieldErrors,
  path: readonly PropertyKey[],
  message: string,
  nested: boolean,
  input: unknown,
): void {
  const [head, ...rest] = path
  if (head === undefined) {
    node.non_field_errors = [...((node.non_field_errors as string[]) ?? []), message]
    return
  }
  const key = String(head)
  const value = (input as Record<string, unknown> | undefined)?.[key]
  if (rest.length === 0) {
    if (nested && value !== undefined && value !== null) place(child(node, key), [], message, false, value)
    else if (!node[key] || Array.isArray(node[key])) node[key] = [...((node[key] as string[]) ?? []), message]
    return
  }
  if (typeof rest[0] === 'number' && Array.isArray(value)) {
    const [index, ...inner] = rest as [number, ...PropertyKey[]]
    if (inner.length === 0 && !nested) {
      const scalars = child(node, key)
      scalars[String(index)] = [...((scalars[String(index)] as string[]) ?? []), message]
      return
    }
    const list = Array.isArray(node[key]) ? (node[key] as FieldErrors[]) : value.map(() => ({}))
    node[key] = list
    place(list[index] as FieldErrors, inner, message, false, value[index])
    return
  }
  place(child(node, key), rest, message, nested, value)
}

function child(node: FieldErrors, key: string): FieldErrors {
  const existing = node[key]
  if (existing && !Array.isArray(existing)) return existing
  const made: FieldErrors = {}
  node[key] = made
  return made
}
