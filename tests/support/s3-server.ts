import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Config } from '#server/platform/config'

export interface S3StandIn {
  config: S3Config
  objects: Map<string, { bytes: Buffer; contentType: string | undefined }>
  /** Statuses of the next responses; `hang` never responds, 200 is served. */
  failures: (number | 'hang')[]
  requests: string[]
  close(): Promise<void>
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text, 'utf8').digest()

/** AWS Signature Version 4. */
function isSigned(request: IncomingMessage, body: Buffer, config: S3Config): boolean {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (credential === undefined || signedHeaders === undefined) return false
  const [accessKey, date, region, service, terminator] = credential.split('/')
  const time = String(request.headers['x-amz-date'])
  const bodyHash = String(request.headers['x-amz-content-sha256'])
  const scopeIsRight = accessKey === config.accessKey && region === config.region && service === 's3'
  if (!scopeIsRight || terminator !== 'aws4_request' || !time.startsWith(`${date}T`)) return false
  if (bodyHash !== sha256(body) || !signedHeaders.split(';').includes('host')) return false
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  url.searchParams.sort()
  const canonical = [
    request.method,
    url.pathname,
    url.searchParams.toString(),
    headers.join(''),
    signedHeaders,
    bodyHash,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`
  const dayKey = hmac(`AWS4${config.secretKey}`, String(date))
  const signing = hmac(hmac(hmac(dayKey, config.region), 's3'), 'aws4_request')
  return hmac(signing, toSign).toString('hex') === signature
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function serve(standIn: S3StandIn, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const prefix = `/${standIn.config.bucket}/`
  const path = request.url ?? ''
  if (!isSigned(request, body, standIn.config)) return void response.writeHead(403).end()
  if (!path.startsWith(prefix)) return void response.writeHead(404).end()
  const key = path.slice(prefix.length)
  if (request.method === 'PUT') {
    standIn.objects.set(key, { bytes: body, contentType: request.headers['content-type'] })
    return void response.writeHead(200).end()
  }
  if (request.method === 'DELETE') {
    standIn.objects.delete(key)
    return void response.writeHead(204).end()
  }
  if (key.startsWith('?')) return void response.writeHead(200).end(listed(standIn, new URLSearchParams(key)))
  const found = standIn.objects.get(key)
  if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  response.writeHead(200, { 'content-type': found.contentType }).end(found.bytes)
}

/** Pages of three, so that every reader has to go on. */
function listed({ objects }: S3StandIn, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
  const page = keys.sort().slice(0, 3)
  const contents = page.map((key) => {
    const bytes = objects.get(key)?.bytes ?? Buffer.alloc(0)
    return `<Contents><Key>${key}</Key><ETag>&quot;${sha256(bytes).slice(0, 32)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`
  })
  const next =
    keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** In-memory S3 that refuses unsigned requests. */
export async function startS3Server(): Promise<S3StandIn> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    standIn.requests.push(`${request.method} ${request.url}`)
    const failure = standIn.failures.shift()
    if (failure === 'hang') return
    if (failure !== undefined && failure !== 200) response.writeHead(failure).end()
    else serve(standIn, request, body, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const standIn: S3StandIn = {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'okuru-files',
      region: 'ap-northeast-1',
      accessKey: 'access-for-test',
      secretKey: 'secret-for-test',
    },
    objects: new Map(),
    failures: [],
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}
