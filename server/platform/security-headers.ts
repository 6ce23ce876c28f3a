import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyCorsOptions } from '@fastify/cors'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import fastify from 'fastify'
import type { Config } from './config.ts'

const SCRIPTS = "script-src 'self'"

const nonces = new WeakMap<ServerResponse, string>()

function styleNonce(response: ServerResponse): string {
  const nonce = nonces.get(response) ?? randomUUID()
  nonces.set(response, nonce)
  return nonce
}

/** Not supported by `helmet`. The camera takes photos of boxes and documents. */
const permissionsPolicy =
  'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'

type HeaderConfig = Pick<Config, 'production' | 'publicUrl' | 'apiUrl' | 'corsOrigins' | 'sentryDsn'>

/** Nonces come from `styleNonce`, so `enableCSPNonces` stays off. */
function helmetOptions(config: HeaderConfig): FastifyHelmetOptions {
  const other = config.apiUrl === config.publicUrl ? [] : [config.apiUrl]
  const sentry = config.sentryDsn === undefined ? [] : [new URL(config.sentryDsn).origin]
  const usedElsewhere = other.length > 0 || config.corsOrigins.length > 0
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'script-src-attr': ["'none'"],
        'style-src': ["'self'", (_request, response) => `'nonce-${styleNonce(response as ServerResponse)}'`],
        'img-src': ["'self'", 'data:', 'blob:', ...other],
        'font-src': ["'self'", 'data:'],
        'media-src': ["'self'", 'blob:'],
        'connect-src': ["'self'", ...other, ...sentry],
        'worker-src': ["'self'", 'blob:'],
        'frame-src': ["'none'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(config.production ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    // Lets pages of the other origin load our pictures.
    crossOriginResourcePolicy: { policy: usedElsewhere ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.production ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  }
}

/**
 * These say what a document may do. Scripts, styles and fonts are sent without: the headers would weigh as much as some
 * of the scripts.
 */
export const documentHeaders = [
  'content-language',
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

export interface FixedHeaders {
  headers: Record<string, string>
  /** `script`: the hash of the page's inline script, as `sha256-…`. */
  pagePolicy: (nonce: string, script?: string) => string
}

/** Computes helmet's headers once: per response they cost more than some calls. */
export async function fixedHeaders(config: HeaderConfig): Promise<FixedHeaders> {
  const probe = fastify()
  await probe.register(helmet, helmetOptions(config))
  probe.get('/', async (_request, reply) => reply.code(204).header('x-nonce', styleNonce(reply.raw)).send())
  const response = await probe.inject('/')
  await probe.close()
  const { 'x-nonce': nonce, date: _date, connection: _connection, ...rest } = response.headers
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const policy = headers['content-security-policy'] ?? ''
  return {
    headers: {
      'content-language': 'ja',
      ...headers,
      'content-security-policy': policy.replace(` 'nonce-${nonce}'`, ''),
      'permissions-policy': permissionsPolicy,
    },
    pagePolicy: (own, script) =>
      policy
        .replace(`nonce-${nonce}`, `nonce-${own}`)
        .replace(SCRIPTS, script ? `${SCRIPTS} '${script}'` : SCRIPTS),
  }
}

export function corsOptions(config: Pick<Config, 'corsOrigins'>): FastifyCorsOptions {
  return {
    origin: config.corsOrigins,
    credentials: false,
    methods: ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
    // A `*` would not cover Authorization.
    allowedHeaders: [
      'accept',
      'accept-encoding',
      'authorization',
      'baggage',
      'content-type',
      'dnt',
      'idempotency-key',
      'origin',
      'sentry-trace',
      'user-agent',
      'x-csrftoken',
      'x-okuru-device',
      'x-requested-with',
    ],
    exposedHeaders: ['Content-Disposition', 'Retry-After', 'X-Okuru-Device'],
    maxAge: 86_400,
    optionsSuccessStatus: 200,
    strictPreflight: false,
  }
}
