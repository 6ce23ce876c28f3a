import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from './config.ts'

const nonces = new WeakMap<ServerResponse, string>()

/** The nonce that styles of this response must carry (`reply.raw`). The header and the page see the same one. */
export function styleNonce(response: ServerResponse): string {
  const nonce = nonces.get(response) ?? randomUUID()
  nonces.set(response, nonce)
  return nonce
}

/** `helmet` has no option for it, so it is set beside it: only the camera (photos of boxes and documents) is used. */
export const permissionsPolicy =
  'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'

type HeaderConfig = Pick<Config, 'production' | 'publicUrl' | 'apiUrl' | 'corsOrigins' | 'sentryDsn'>

/** Options for `@fastify/helmet`. Nonces are ours (`styleNonce`), so `enableCSPNonces` stays off. */
export function helmetOptions(config: HeaderConfig): FastifyHelmetOptions {
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
    // Pictures of an API on its own origin have to load in pages of the other one.
    crossOriginResourcePolicy: { policy: usedElsewhere ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.production ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  }
}

/** Options for `@fastify/cors`: the named origins, no cookies, and the headers our clients and Sentry's send. */
export function corsOptions(config: Pick<Config, 'corsOrigins'>): FastifyCorsOptions {
  return {
    origin: config.corsOrigins,
    credentials: false,
    methods: ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
    // Named one by one: a `*` would not cover Authorization.
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
