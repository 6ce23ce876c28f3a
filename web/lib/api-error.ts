import type { Method } from '#contract/call'

export type ErrorTexts = Partial<Record<number, string>>

const defaultTexts: ErrorTexts = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

export interface ApiResponse {
  url: string
  status: number
  statusText: string
  ok: boolean
  body: unknown
  retryAfter?: number
}

export function errorText(status: number, texts: ErrorTexts = {}): string {
  return texts[status] ?? defaultTexts[status] ?? 'Generic Error'
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly url: string
  readonly status: number
  readonly statusText: string
  readonly body: unknown
  readonly retryAfter: number | undefined
  readonly method: Method | undefined

  constructor(answer: Omit<ApiResponse, 'ok'>, texts?: ErrorTexts, method?: Method) {
    super(errorText(answer.status, texts))
    this.url = answer.url
    this.status = answer.status
    this.statusText = answer.statusText
    this.body = answer.body
    this.retryAfter = answer.retryAfter
    this.method = method
  }
}

/** Its message is a sentence for the person. */
export class SpokenError extends Error {
  override readonly name = 'SpokenError'
}

export class CancelError extends Error {
  override readonly name = 'CancelError'
  readonly isCancelled = true

  constructor() {
    super('Request aborted')
  }
}
