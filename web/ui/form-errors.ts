import type { FieldErrors } from 'react-hook-form'

export type FormProblem = { name: string; message: string }

const isMessage = (value: unknown): value is { message: string } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/** All messages of a form, nested ones with a dotted name, in the order of the form's fields. */
export function listProblems(errors: FieldErrors, prefix = ''): FormProblem[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (key === 'root' || !value || typeof value !== 'object') return []
    const name = prefix + key
    if (isMessage(value) && value.message !== '') return [{ name, message: value.message }]
    return key === 'ref' ? [] : listProblems(value as FieldErrors, `${name}.`)
  })
}

const OVERALL = ['nonFieldErrors', 'non_field_errors', 'detail']
const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const messagesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((part): part is string => typeof part === 'string') : []
}

type Flat = { fields: FormProblem[]; overall: string[] }

function flatten(body: object, prefix: string, into: Flat): Flat {
  for (const [key, value] of Object.entries(body)) {
    const messages = messagesOf(value)
    if (OVERALL.includes(key)) into.overall.push(...messages)
    else if (key === 'code') continue
    else if (messages.length > 0) into.fields.push({ name: prefix + camel(key), message: messages.join(' ') })
    else if (value && typeof value === 'object' && !Array.isArray(value))
      flatten(value, `${prefix}${camel(key)}.`, into)
  }
  return into
}

/** The server's `{ field: [message], nonFieldErrors: [message] }`, split into field and form messages. */
export const readServerErrors = (body: unknown): Flat =>
  body && typeof body === 'object'
    ? flatten(body, '', { fields: [], overall: [] })
    : { fields: [], overall: [] }

type ErrorTarget = {
  getValues(): object
  setError(name: string, problem: { type: string; message: string }): void
}

/**
 * Puts the server's messages into the form; those without a field of this form go above it. Returns false when there
 * was no message.
 */
export function applyServerErrors(
  form: ErrorTarget,
  body: unknown,
  known: readonly string[] = Object.keys(form.getValues()),
): boolean {
  const { fields, overall } = readServerErrors(body)
  const belongs = ({ name }: FormProblem) => known.includes(name.split('.')[0] ?? name)
  for (const problem of fields.filter(belongs)) {
    form.setError(problem.name, { type: 'server', message: problem.message })
  }
  const rest = [...overall, ...fields.filter((problem) => !belongs(problem)).map(({ message }) => message)]
  if (rest.length > 0) form.setError('root.server', { type: 'server', message: rest.join(' ') })
  return fields.length + overall.length > 0
}
