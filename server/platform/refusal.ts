import { type ErrorCode, errors } from '#contract/error'

export type FieldErrors = {
  [field: string]: string[] | FieldErrors | (FieldErrors | Record<string, never>)[]
}

/** An expected error: services throw it, `handle` sends it. Rules return its code instead. */
export class Refusal extends Error {
  readonly code: ErrorCode | 'invalid'
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode | 'invalid',
    status: number,
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(code)
    this.code = code
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** `message` and `field` replace the contract's; `extra` joins the body. */
export function refuse(
  code: ErrorCode,
  options: { message?: string; field?: string; extra?: Record<string, unknown> } = {},
): Refusal {
  const entry = errors[code]
  const field = options.field ?? entry.field
  const message = options.message ?? entry.message
  return new Refusal(code, entry.status, {
    [field]: field === 'detail' ? message : [message],
    ...('nameless' in entry ? {} : { code }),
    ...options.extra,
  })
}

/** What it says to people, for a list of what became of each. */
export const sentenceOf = ({ body: { code: _, ...fields } }: Refusal): string =>
  Object.values(fields)
    .flat()
    .filter((value) => typeof value === 'string')
    .join(' ')

export function invalid(fields: FieldErrors): Refusal {
  return new Refusal('invalid', 400, fields)
}

export function invalidField(field: string, message: string): Refusal {
  return invalid({ [field]: [message] })
}

/** An unknown key in a body: 400 under the field, never 404. */
export function unknownKey(field: string, value: unknown): Refusal {
  return invalidField(field, `主キー "${String(value)}" は不正です - データが存在しません。`)
}

export const notFound = (): Refusal => refuse('not_found')

/** `current`: the object as it is now, for the form to compare. */
export const staleVersion = (current: unknown): Refusal => refuse('stale_version', { extra: { current } })
