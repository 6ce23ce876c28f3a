import { afterAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { readConfig } from './config.ts'
import { fixedHeaders } from './security-headers.ts'

const started = new Map<string, Promise<TestApp>>()
afterAll(async () => {
  for (const t of started.values()) await (await t).close()
})
async function appFor(env: Record<string, string>) {
  const key = JSON.stringify(env)
  const { apiUrl, corsOrigins, sentryDsn } = readConfig(env)
  const t = started.get(key) ?? testApp({ config: { apiUrl, corsOrigins, sentryDsn } })
  started.set(key, t)
  return (await t).app
}

function directives(header: unknown): Record<string, string> {
  return Object.fromEntries(
    String(header)
      .split(';')
      .map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  )
}
const page = { url: '/', headers: { accept: 'text/html' } }

describe('security headers', () => {
  test('are on every answer, also on errors, and allow no more than needed', async () => {
    const app = await appFor({})
    const answers = [
      page,
      '/nowhere',
      '/api/brand/',
      '/api/me/',
      '/api/nowhere/',
      '/files/a.webp',
      { method: 'DELETE' as const, url: '/api/brand/' },
      { method: 'POST' as const, url: '/api/signup/', payload: '{' },
    ]
    for (const asked of answers) {
      const { headers } = await app.inject(asked)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=(self), microphone=()'),
      })
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  test('let an answer that is no page have no style of its own', async () => {
    const { headers } = await (await appFor({})).inject('/api/brand/')
    expect(directives(headers['content-security-policy'])).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'img-src': "'self' data: blob:",
      'connect-src': "'self'",
    })
    expect(headers['content-security-policy']).not.toContain('nonce')
  })

  test('allow each page its styles by a nonce of its own and its one script by a hash, and nothing else besides', async () => {
    const app = await appFor({})
    const plain = directives((await app.inject('/api/brand/')).headers['content-security-policy'])
    const nonces = new Set<string>()
    for (const { headers } of [await app.inject(page), await app.inject(page)]) {
      const policy = directives(headers['content-security-policy'])
      const nonce = /^'self' 'nonce-([^']{20,})'$/.exec(policy['style-src'] ?? '')?.[1] ?? ''
      nonces.add(nonce)
      expect(policy['script-src']).toMatch(/^'self'( 'sha256-[^']{44}')?$/)
      expect({ ...policy, 'style-src': "'self'", 'script-src': "'self'" }).toEqual(plain)
    }
    expect(nonces.size).toBe(2)
    expect(nonces).not.toContain('')
  })

  test('never carry what belonged to the one answer they were asked of', async () => {
    const { headers, pagePolicy } = await fixedHeaders(readConfig({}))
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(date|connection|content-length|x-nonce)$/)]),
    )
    expect(pagePolicy('a')).toBe(pagePolicy('b').replace("'nonce-b'", "'nonce-a'"))
    expect(pagePolicy('a').match(/nonce-/g)).toHaveLength(1)
    expect(pagePolicy('a', 'sha256-b').replace(" 'sha256-b'", '')).toBe(pagePolicy('a'))
    expect(directives(pagePolicy('a', 'sha256-b'))['script-src']).toBe("'self' 'sha256-b'")
  })

  test('another API origin and the Sentry host are allowed by name; production insists on https', async () => {
    const env = {
      OKURU_API_URL: 'https://api.okuru.example',
      OKURU_SENTRY_DSN: 'https://key@sentry.example/7',
    }
    const { headers } = await fixedHeaders({ ...readConfig(env), production: true })
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
    url: '/api/me/',
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
