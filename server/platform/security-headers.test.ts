import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { corsOptions, helmetOptions, styleNonce } from './security-headers.ts'

async function appFor(env: Record<string, string>, change: object = {}) {
  const config = { ...readConfig(env), ...change }
  const app = fastify()
  await app.register(cors, corsOptions(config))
  await app.register(helmet, helmetOptions(config))
  app.get('/', async (_request, reply) => styleNonce(reply.raw))
  app.post('/refuses/', async (_request, reply) => reply.code(401).send({ detail: '' }))
  return app
}

function directives(header: unknown): Record<string, string> {
  return Object.fromEntries(
    String(header)
      .split(';')
      .map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  )
}

describe('security headers', () => {
  test('everything that matters is set, also on errors, and no more is allowed than needed', async () => {
    const app = await appFor({})
    for (const url of ['/', '/nowhere']) {
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(directives(headers['content-security-policy'])).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
        'img-src': "'self' data: blob:",
        'connect-src': "'self'",
      })
    }
  })

  test('the nonce is the one of this response and never the same twice', async () => {
    const app = await appFor({})
    const [first, second] = [await app.inject('/'), await app.inject('/')]
    for (const response of [first, second]) {
      const { 'style-src': style } = directives(response.headers['content-security-policy'])
      expect(style).toBe(`'self' 'nonce-${response.body}'`)
    }
    expect(first.body).not.toBe(second.body)
    expect(first.body.length).toBeGreaterThanOrEqual(20)
  })

  test('another API origin and the Sentry host are allowed by name; production insists on https', async () => {
    const env = {
      OKURU_API_URL: 'https://api.okuru.example',
      OKURU_SENTRY_DSN: 'https://key@sentry.example/7',
    }
    const { headers } = await (await appFor(env, { production: true })).inject('/')
    const policy = directives(headers['content-security-policy'])
    expect(policy['connect-src']).toBe("'self' https://api.okuru.example https://sentry.example")
    expect(policy['img-src']).toBe("'self' data: blob: https://api.okuru.example")
    expect(policy).toHaveProperty('upgrade-insecure-requests')
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })
})

describe('CORS', () => {
  const env = { OKURU_CORS_ORIGINS: 'https://shop.example,https://biz.example' }
  const preflight = (origin: string) => ({
    method: 'OPTIONS' as const,
    url: '/refuses/',
    headers: { origin, 'access-control-request-method': 'POST' },
  })

  test('a preflight of a named origin is answered with what clients need', async () => {
    const response = await (await appFor(env)).inject(preflight('https://biz.example'))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': 'https://biz.example',
      'access-control-max-age': '86400',
    })
    expect(response.headers.vary).toMatch(/Origin/i)
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    const allowed = String(response.headers['access-control-allow-headers']).split(/, ?/)
    for (const name of [
      'authorization',
      'content-type',
      'idempotency-key',
      'sentry-trace',
      'baggage',
      'x-okuru-device',
    ]) {
      expect(allowed).toContain(name)
    }
    expect(String(response.headers['access-control-allow-methods']).split(/, ?/)).toContain('PATCH')
  })

  test('errors carry the origin as well, and Retry-After can be read', async () => {
    const app = await appFor(env)
    const { headers } = await app.inject({ ...preflight('https://shop.example'), method: 'POST' })
    expect(headers['access-control-allow-origin']).toBe('https://shop.example')
    expect(headers['access-control-expose-headers']).toBe('Content-Disposition, Retry-After, X-Okuru-Device')
  })

  test.each([
    [env, 'https://evil.example'],
    [env, 'https://biz.example.evil.example'],
    [env, 'null'],
    [{}, 'https://biz.example'],
  ])('%j lets no page of %s in', async (environment, origin) => {
    const response = await (await appFor(environment)).inject(preflight(origin))
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })
})
