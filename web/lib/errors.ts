import { type ErrorCode, errors } from '#contract/error'
import { ApiError, CancelError } from './api-error.ts'
import { camelKey, isPlainObject } from './case.ts'
import {
  cancelledSentence,
  networkSentence,
  offlineSentence,
  sentencesByCode,
  sentencesByStatus,
  sentencesByText,
  throttledSentence,
  unknownSentence,
} from './error-sentences.ts'
import { isOnline } from './online.ts'
import { isNetworkFailure } from './request.ts'
import { NO_ANSWER, SmallRequestError } from './small-wrapper.ts'

/** Keys of an error body that are not fields of a form; `current` is the object as somebody else has left it. */
const notFields = new Set(['detail', 'code', 'messages', 'current'])

/** No connection, a server in trouble, or too much at once: the same is good a moment later. */
export const isPassing = (error: unknown): boolean =>
  isNetworkFailure(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429))

/** The named refusal of the contract, when the answer names one. */
export function errorCode(error: unknown): ErrorCode | undefined {
  if (!(error instanceof ApiError) || !isPlainObject(error.body)) return undefined
  const { code } = error.body
  return typeof code === 'string' && Object.hasOwn(errors, code) ? (code as ErrorCode) : undefined
}

type FieldErrors = Record<string, string[]>

function collect(into: FieldErrors, path: readonly string[], value: unknown): void {
  if (typeof value === 'string') {
    const name = path.join('.') || 'nonFieldErrors'
    into[name] = [...(into[name] ?? []), value]
  } else if (Array.isArray(value)) {
    // Messages belong to the field itself; objects in a list keep the position of what they speak about.
    value.forEach((entry, index) => {
      collect(into, typeof entry === 'string' ? path : [...path, String(index)], entry)
    })
  } else if (isPlainObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      if (path.length === 0 && notFields.has(key)) continue
      const name = camelKey(key)
      collect(into, name === 'nonFieldErrors' && path.length > 0 ? path : [...path, name], entry)
    }
  }
}

/**
 * Messages by camelCase field for a form. Nested fields are dotted (`address.postalCode`, `rows.0.amount`), and
 * what concerns the form as a whole is under `nonFieldErrors`. Messages are as the server wrote them.
 */
export function fieldErrors(error: unknown): FieldErrors {
  const found: FieldErrors = {}
  const isText = error instanceof ApiError && typeof error.body === 'string'
  if (error instanceof ApiError && !isText) collect(found, [], error.body)
  return found
}

/** Whether a text was written for a reader of Japanese. */
function isJapanese(text: string): boolean {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)
}

function firstText(error: ApiError): string | undefined {
  const detail = isPlainObject(error.body) ? error.body.detail : undefined
  return typeof detail === 'string' ? detail : Object.values(fieldErrors(error))[0]?.[0]
}

function ownSentence(code: ErrorCode): string | undefined {
  return (sentencesByCode as Partial<Record<ErrorCode, string>>)[code]
}

function sentenceForStatus(status: number): string {
  const known: Partial<Record<number, string>> = sentencesByStatus
  return known[status] ?? (status >= 500 ? sentencesByStatus[500] : unknownSentence)
}

function sentenceForAnswer(error: ApiError): string {
  // What libraries say about waiting is half English; the wait itself comes in a header.
  if (error.status === 429) return throttledSentence(error.retryAfter)
  const code = errorCode(error)
  const own = code && ownSentence(code)
  if (own) return own
  const said = firstText(error)
  const translated = said && (isJapanese(said) ? said : sentencesByText[said])
  return translated || (code && errors[code].message) || sentenceForStatus(error.status)
}

/** A Japanese sentence for whatever was thrown: what happened and what to do now. */
export function sentenceFor(error: unknown): string {
  if (error instanceof CancelError) return cancelledSentence
  if (error instanceof ApiError) return sentenceForAnswer(error)
  const isSmall = error instanceof SmallRequestError
  if (isNetworkFailure(error) || (isSmall && error.status === NO_ANSWER)) {
    return isOnline() ? networkSentence : offlineSentence
  }
  return isSmall ? sentenceForStatus(error.status) : unknownSentence
}
