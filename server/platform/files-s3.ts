import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Config } from './config.ts'
import { FileStoreError } from './file-store-error.ts'

/** `status` is 0 when the storage did not respond. */
export class S3StoreError extends FileStoreError {
  readonly status: number
  constructor(action: string, status: number, cause?: unknown) {
    const mayPass = status === 0 || status === 429 || status >= 500
    super(`${action} ${status === 0 ? 'got no response' : `got status ${status}`}`, mayPass, cause)
    this.status = status
  }
}

export interface S3Store {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<Buffer | null>
  delete(key: string): Promise<void>
  /** Objects whose key begins with the prefix, in the order of their keys. */
  list(prefix: string): AsyncGenerator<S3Object>
}

interface S3Object {
  key: string
  size: number
  etag: string
}

export interface S3Options {
  /** Per attempt, in milliseconds. */
  timeout?: number
  /** Total attempts; retries only timeouts, 429 and 5xx. All calls are idempotent. */
  tries?: number
  /** In milliseconds, doubled after each attempt. */
  pause?: number
}

interface StoreResponse {
  status: number
  body: Buffer
}

type Method = 'GET' | 'PUT' | 'DELETE'

async function request(
  config: S3Config,
  timeout: number,
  method: Method,
  key: string,
  body?: Buffer,
  type?: string,
) {
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signed = await new AwsV4Signer({
    method,
    url: `${config.endpoint.replace(/\/+$/, '')}/${config.bucket}/${key}`,
    headers: { 'x-amz-content-sha256': hash, ...(type === undefined ? {} : { 'content-type': type }) },
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    region: config.region,
    service: 's3',
    allHeaders: true,
  }).sign()
  const response = await fetch(signed.url, {
    method,
    headers: signed.headers,
    body: body === undefined ? null : new Uint8Array(body),
    signal: AbortSignal.timeout(timeout),
    redirect: 'error',
  })
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

export function createS3Store(config: S3Config, options: S3Options = {}): S3Store {
  const { timeout = 10_000, tries = 3, pause = 200 } = options

  async function persist(method: Method, key: string, body?: Buffer, type?: string): Promise<StoreResponse> {
    for (let attempt = 1; ; attempt += 1) {
      let status = 0
      let cause: unknown
      try {
        const response = await request(config, timeout, method, key, body, type)
        if (response.status < 300 || response.status === 404) return response
        status = response.status
      } catch (error) {
        cause = error
      }
      const error = new S3StoreError(method, status, cause)
      if (attempt >= tries || !error.mayPass) throw error
      await sleep(pause * 2 ** (attempt - 1))
    }
  }

  return {
    async put(key, bytes, contentType) {
      const { status } = await persist('PUT', key, bytes, contentType)
      if (status === 404) throw new S3StoreError('PUT', status)
    },
    async get(key) {
      const { status, body } = await persist('GET', key)
      return status === 404 ? null : body
    },
    async delete(key) {
      await persist('DELETE', key)
    },
    async *list(prefix) {
      for (let token: string | undefined; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (token !== undefined) query.set('continuation-token', token)
        const { status, body } = await persist('GET', `?${query}`)
        if (status === 404) throw new S3StoreError('LIST', status)
        const page = body.toString('utf8')
        for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          yield {
            key: textIn(object, 'Key'),
            size: Number(textIn(object, 'Size')),
            etag: textIn(object, 'ETag'),
          }
        }
        token = textIn(page, 'NextContinuationToken') || undefined
        if (token === undefined) return
      }
    },
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#34': '"',
  '#39': "'",
}

function textIn(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml) ?? []
  return text.replaceAll(/&(\w+|#\d+);/g, (all, entity: string) => entities[entity] ?? all)
}
