import { type ErrorCode, errors } from '#contract/error'
import { ApiError, CancelError, SpokenError } from './api-error.ts'
import { camelKey, isPlainObject } from './case.ts'
import {
  cancelledSentence,
  INPUT_KEPT,
  networkSentence,
  offlineSentence,
  sentencesByCode,
  sentencesByStatus,
  sentencesByText,
  throttledSentence,
  unknownSentence,
} from './error-sentences.ts'
import { isOnline } from './online.ts'
import { isFailedRead, isNetworkFailure } from './request.ts'
import { NO_RESPONSE, SmallRequestError } from './small-wrapper.ts'

/** Keys of an error body that are not form fields, such as the `current` object of a version conflict. */
const notFields = new Set(['detail', 'code', 'messages', 'current', 'offered', 'begun'])

/** Whether a later retry may succeed: no connection, server error or rate limit. */
export const isPassing = (error: unknown): boolean =>
  isNetworkFailure(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429))

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
    // Messages belong to the field itself; objects in a list keep their index.
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

/** By camelCase field, dotted when nested (`rows.0.amount`); messages for the whole form under `nonFieldErrors`. */
export function fieldErrors(error: unknown): FieldErrors {
  const found: FieldErrors = {}
  const isText = error instanceof ApiError && typeof error.body === 'string'
  if (error instanceof ApiError && !isText) collect(found, [], error.body)
  return found
}

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
  // Libraries' texts about waiting are half English; the wait itself is in a header.
  if (error.status === 429) return throttledSentence(error.retryAfter)
  const code = errorCode(error)
  const own = code && ownSentence(code)
  if (own) return own
  const said = firstText(error)
  const translated = said && (isJapanese(said) ? said : sentencesByText[said])
  return translated || (code && errors[code].message) || sentenceForStatus(error.status)
}

/** A Japanese sentence for any thrown value: what happened and what to do now. */
export function sentenceFor(error: unknown): string {
  const sentence = sentenceOf(error)
  return isFailedRead(error) ? sentence.replace(INPUT_KEPT, '') : sentence
}

function sentenceOf(error: unknown): string {
  if (error instanceof CancelError) return cancelledSentence
  if (error instanceof ApiError) return sentenceForAnswer(error)
  if (error instanceof SpokenError) return error.message
  const isSmall = error instanceof SmallRequestError
  if (isNetworkFailure(error) || (isSmall && error.status === NO_RESPONSE)) {
    return isOnline() ? networkSentence : offlineSentence
  }
  return isSmall ? sentenceForStatus(error.status) : unknownSentence
}

/** The same for an act that a person may give up, of which there is nothing to say. */
export const problemIn = (error: unknown): string | undefined =>
  error instanceof CancelError ? undefined : sentenceFor(error)
