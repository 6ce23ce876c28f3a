import { apiBase } from './api-base.ts'

/** Status given when no answer came at all. */
export const NO_ANSWER = -1

export class SmallRequestError extends Error {
  override readonly name = 'SmallRequestError'
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

async function fetchOrFail(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof TypeError) throw new SmallRequestError(error.message, NO_ANSWER)
    throw error
  }
}

/**
 * A request without token, refresh or conversion, for what runs beside the screens. Its error carries the text
 * of the answer as it came. The specification names this second entry beside the client; no screen makes such a call
 * yet. It is kept, and held to the specification by its tests, for the first that does.
 */
export async function smallRequest<T = unknown>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetchOrFail(apiBase() + path, init)
  const text = await response.text()
  if (!response.ok) throw new SmallRequestError(text, response.status)
  const isJson = /^application\/(problem\+)?json/i.test(response.headers.get('Content-Type') ?? '')
  return (isJson ? JSON.parse(text) : text || undefined) as T
}
