import type { Method } from '#contract/call'
import { apiBase } from './api-base.ts'
import { ApiError, type ApiResponse, CancelError, type ErrorTexts } from './api-error.ts'
import { type Cancellable, cancellable } from './cancellable.ts'
import { reportReachable, reportUnreachable } from './online.ts'
import { buildPath, buildQuery, type PathParams, type QueryParams } from './url.ts'

export interface RequestOptions {
  method: Method
  path: string
  params?: PathParams
  query?: QueryParams
  /** In wire spelling already; FormData and Blob are sent as they are. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  texts?: ErrorTexts
  signal?: AbortSignal
  asBlob?: boolean
  onProgress?: (bytes: number) => void
  keepalive?: boolean
  onHeaders?: (headers: Headers) => void
}

const networkFailures = new WeakMap<object, Method>()

export function isNetworkFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && networkFailures.has(error)
}

/** Whether nothing was to be written. */
export function isFailedRead(error: unknown): boolean {
  if (error instanceof ApiError) return error.method === 'GET'
  return typeof error === 'object' && error !== null && networkFailures.get(error) === 'GET'
}

function encodeBody(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  if (body instanceof Blob) return { body, type: body.type || 'application/octet-stream' }
  if (typeof body === 'string') return { body, type: 'text/plain' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

function buildHeaders(options: RequestOptions, token: string | undefined, type: string | undefined) {
  return {
    Accept: 'application/json',
    ...options.headers,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(type && { 'Content-Type': type }),
  }
}

function nameOf(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(header)?.[1]
}

/** A truncated body is an error, not a file. */
async function readFile(response: Response, onProgress: RequestOptions['onProgress']): Promise<Blob> {
  const type = response.headers.get('Content-Type') ?? ''
  const blob =
    onProgress && response.body ? await readPieces(response.body, type, onProgress) : await response.blob()
  const name = nameOf(response)
  return name ? new File([blob], name, { type }) : blob
}

const PIECE_BYTES = 8_000_000

/** Collected in a Blob, which the browser may keep on disk, so that a long file does not fill the memory. */
async function readPieces(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const reader = body.getReader()
  let done: Blob[] = []
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let kept = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    waiting.push(next.value)
    bytes += next.value.byteLength
    onProgress(bytes)
    if (bytes - kept < PIECE_BYTES) continue
    done = [...done, new Blob(waiting)]
    waiting = []
    kept = bytes
  }
  return new Blob([...done, ...waiting], { type })
}

async function readBody(response: Response, { asBlob, onProgress }: RequestOptions): Promise<unknown> {
  if (response.status === 204) return undefined
  if (asBlob && response.ok) return readFile(response, onProgress)
  const type = response.headers.get('Content-Type')?.toLowerCase()
  if (!type) return undefined
  const text = await response.text()
  if (!type.startsWith('application/json') && !type.startsWith('application/problem+json')) return text
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    // A truncated body must not hide the status.
    console.error('The answer is not the JSON it claims to be', error)
    return undefined
  }
}

function readRetryAfter(response: Response): number | undefined {
  const value = response.headers.get('Retry-After')
  return value && /^\d+$/.test(value) ? Number(value) : undefined
}

export async function exchange(
  options: RequestOptions,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<ApiResponse> {
  const url = apiBase() + buildPath(options.path, options.params) + buildQuery(options.query)
  const { body, type } = encodeBody(options.body)
  try {
    const response = await fetch(url, {
      method: options.method,
      headers: buildHeaders(options, token, type),
      body,
      signal,
      ...(options.keepalive && { keepalive: true }),
    })
    reportReachable()
    if (response.ok) options.onHeaders?.(response.headers)
    return {
      url,
      status: response.status,
      statusText: response.statusText,
      ok: response.ok,
      body: await readBody(response, options),
      retryAfter: readRetryAfter(response),
    }
  } catch (error) {
    if (signal?.aborted) throw new CancelError()
    if (error instanceof TypeError) {
      networkFailures.set(error, options.method)
      reportUnreachable()
    }
    throw error
  }
}

export function bodyOf(
  answer: ApiResponse,
  { texts, method }: Pick<RequestOptions, 'texts' | 'method'>,
): unknown {
  if (!answer.ok) throw new ApiError(answer, texts, method)
  return answer.body
}

/** A request that carries only the given token and never refreshes. */
export function request<T = unknown>(options: RequestOptions, token?: string): Cancellable<T> {
  return cancellable(
    async (signal) => bodyOf(await exchange(options, token, signal), options) as T,
    options.signal,
  )
}
