import { apiBase } from './api-base.ts'

/** Status when there was no response. */
export const NO_RESPONSE = -1

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
    if (error instanceof TypeError) throw new SmallRequestError(error.message, NO_RESPONSE)
    throw error
  }
}

/** Without token, refresh or conversion; errors carry the raw text. In the specification, but not used yet. */
export async function smallRequest<T = unknown>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetchOrFail(apiBase() + path, init)
  const text = await response.text()
  if (!response.ok) throw new SmallRequestError(text, response.status)
  const isJson = /^application\/(problem\+)?json/i.test(response.headers.get('Content-Type') ?? '')
  return (isJson ? JSON.parse(text) : text || undefined) as T
}
