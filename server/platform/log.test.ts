import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { maskText } from '#contract/mask'
import { createLogger, logTest, newRequestId, pathForLog, readableLine } from './log.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoxfQ.c2lnbmF0dXJl'
const secrets = ['hanako@example.com', jwt, '山田花子', 'okuru-demo-2026', '090-1234-5678', 'one-time-secret']

function expectNoSecret(text: string): void {
  for (const secret of secrets) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(encodeURIComponent(secret))
  }
}

describe('the request log', () => {
  test('an address, token or name in a request never appears, whatever the answer', async () => {
    const log = logTest()
    const app = fastify({ loggerInstance: log.logger, genReqId: newRequestId })
    app.post('/api/signup/:token', async (request) => {
      request.log.info({ body: request.body, query: request.query, customer: request.body }, 'signing up')
      return {}
    })
    app.post('/api/fails/', async (request) => {
      const { email, name, phone } = request.body as Record<string, string>
      throw new Error(`duplicate ${email} ${name} ${phone} ${request.headers.authorization}`)
    })
    const body = { email: secrets[0], name: secrets[2], password: secrets[3], phone: secrets[4] }
    const headers = { authorization: `Bearer ${jwt}`, cookie: `token=${jwt}`, 'x-request-id': secrets[0] }
    const query = `?access_token=${jwt}&email=${encodeURIComponent('hanako@example.com')}&k=one-time-secret`
    const post = (url: string) => app.inject({ method: 'POST', url, payload: body, headers })
    const found = await post(`/api/signup/${encodeURIComponent('hanako@example.com')}${query}`)
    const missing = await post(`/api/nowhere/${encodeURIComponent('山田花子')}${query}`)
    const failed = await post(`/api/fails/${query}`)
    await app.close()
    expect([found, missing, failed].map((response) => response.statusCode)).toEqual([200, 404, 500])
    expect(log.lines().filter((line) => line.err !== undefined)).toHaveLength(1)
    expectNoSecret(log.text())
    expect(log.text()).toContain('"path":"/api/signup/*"')
  })

  test('lines of one request carry the same id, which is ours', async () => {
    const log = logTest()
    const app = fastify({ loggerInstance: log.logger, genReqId: newRequestId })
    app.get('/', async () => ({}))
    await app.inject({ url: '/', headers: { 'x-request-id': 'from-outside' } })
    await app.close()
    const ids = log.lines().map((line) => line.reqId)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('the log', () => {
  test('private keys are redacted at any depth, also in children', () => {
    const log = logTest()
    const about = { nested: [{ email: secrets[0], newPassword: secrets[3], id: 7 }], name: secrets[2] }
    log.logger.child({ phone: secrets[4] }).info({ about }, 'saved %s', secrets[0])
    log.logger.warn({ note: `wrote to ${secrets[0]}`, when: new Date(0) })
    expectNoSecret(log.text())
    expect(log.lines()).toEqual([
      expect.objectContaining({
        msg: 'saved [mail]',
        phone: '[redacted]',
        about: {
          nested: [{ email: '[redacted]', newPassword: '[redacted]', id: 7 }],
          name: '[redacted]',
        },
      }),
      expect.objectContaining({ note: 'wrote to [mail]', when: '1970-01-01T00:00:00.000Z' }),
    ])
  })

  test('a database error keeps its code and constraint and loses the row', () => {
    const log = logTest()
    const error = Object.assign(new Error('duplicate key: hanako@example.com'), {
      code: '23505',
      constraint: 'customers_email_key',
      detail: 'Key (email)=(hanako@example.com) (name)=(山田花子) already exists.',
      where: '山田花子',
    })
    log.logger.error(error)
    log.logger.error({ err: error })
    log.logger.error({ err: new Error('outer', { cause: error }) }, 'could not save')
    expectNoSecret(log.text())
    const [bare, wrapped, caused] = log.lines()
    expect(bare).toMatchObject({ msg: 'duplicate key: [mail]', err: { code: '23505' } })
    expect(wrapped).toMatchObject({
      msg: 'duplicate key: [mail]',
      err: { constraint: 'customers_email_key' },
    })
    expect(caused).toMatchObject({
      msg: 'could not save',
      err: { message: 'outer', cause: { code: '23505' } },
    })
  })

  test('free text loses what is private and keeps the rest', () => {
    expect(maskText('GET /a?email=x&b=1 by hanako@example.com')).toBe('GET /a?[query] by [mail]')
    expect(maskText(`Bearer ${jwt}`)).toBe('Bearer [token]')
    expect(maskText('call 09012345678 or 03-1234-5678')).toBe('call [number] or [number]')
    expect(maskText('call 09012345678.')).toBe('call [number].')
    expect(maskText('closed on 2026-11-21')).toBe('closed on 2026-11-21')
    expect(maskText('2026-11-21T07:39:00Z took 1234567 rows? yes')).toBe(
      '2026-11-21T07:39:00Z took 1234567 rows? yes',
    )
  })

  test('paths keep words and ids', () => {
    expect(pathForLog('/api/biz/purchase_requests/123456/?email=a')).toBe(
      '/api/biz/purchase_requests/123456/',
    )
    expect(pathForLog('/a/%E8%8A%B1/09012345678/0123456789abcdef0123456789abcdef0')).toBe('/a/*/*/*')
  })

  test('JSON in production, one short line otherwise, and quiet below the level', () => {
    const written: string[] = []
    const destination = { write: (line: string) => void written.push(line) }
    createLogger({ production: true, logLevel: 'info' }, destination).info({ port: 3000 }, 'listening')
    createLogger({ production: false, logLevel: 'info' }, destination).info({ port: 3000 }, 'listening')
    createLogger({ production: true, logLevel: 'warn' }, destination).info('not said')
    expect(written).toHaveLength(2)
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info', msg: 'listening', port: 3000 })
    expect(written[1]).toMatch(/^\d\d:\d\d:\d\d INFO {2}listening port=3000\n$/)
    expect(
      readableLine('{"time":"2026-11-21T01:02:03Z","level":"error","msg":"m","err":{"stack":"E\\n at"}}'),
    ).toBe('01:02:03 ERROR m\n  E\n   at\n')
  })
})
