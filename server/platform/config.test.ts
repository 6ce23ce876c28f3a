import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const key = () => randomBytes(32).toString('base64')

function productionEnv(): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://okuru@db.example/okuru',
    OKURU_PUBLIC_URL: 'https://okuru.example',
    OKURU_TOKEN_KEY: key(),
    OKURU_CHAIN_KEY: `c1:${key()}`,
    OKURU_FIELD_KEY: `f1:${key()}`,
    OKURU_FILE_KEY: key(),
    OKURU_SMTP_URL: 'smtps://user:secret@mail.example:465',
    OKURU_MAIL_FROM: 'おくる <info@okuru.example>',
  }
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(readConfig({})).toEqual({
      production: false,
      role: 'all',
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      dbPool: 16,
      publicUrl: 'http://127.0.0.1:3000',
      apiUrl: 'http://127.0.0.1:3000',
      corsOrigins: [],
      demo: true,
      secondFactorRequired: false,
      secrets: { token: undefined, chain: undefined, field: undefined, file: undefined, metrics: undefined },
      smtp: undefined,
      line: undefined,
      ekyc: undefined,
      nextEngine: undefined,
      s3: undefined,
      backup: undefined,
      sentryDsn: undefined,
      signInProviders: [],
      signInRedirects: ['http://127.0.0.1:3000/login/callback'],
      trustProxy: false,
      webhookNetworks: [],
      sharedNetworks: [],
      logLevel: 'info',
    })
  })

  test('the public address follows the port, the API follows the public address', () => {
    expect(readConfig({ PORT: '4100' }).publicUrl).toBe('http://127.0.0.1:4100')
    expect(readConfig({ OKURU_PUBLIC_URL: 'https://okuru.example/' }).apiUrl).toBe('https://okuru.example')
    expect(readConfig({ OKURU_API_URL: 'https://api.okuru.example' }).apiUrl).toBe(
      'https://api.okuru.example',
    )
  })

  test('sign-in providers: known ones need two values, others an issuer', () => {
    const keys = { client_id: '1234567890', client_secret: 'a secret' }
    const { signInProviders, signInRedirects } = readConfig({
      OKURU_PUBLIC_URL: 'https://okuru.example',
      OKURU_CORS_ORIGINS: 'https://shop.example',
      OKURU_SIGN_IN_PROVIDERS: JSON.stringify([
        { id: 'line', ...keys },
        { id: 'house', label: 'おくるID', issuer: 'https://id.example', ...keys },
      ]),
    })
    expect(signInProviders).toMatchObject([
      { id: 'line', label: 'LINE', issuer: 'https://access.line.me', clientId: '1234567890' },
      { id: 'house', label: 'おくるID', issuer: 'https://id.example', scope: 'openid profile email' },
    ])
    expect(signInRedirects).toEqual([
      'https://okuru.example/login/callback',
      'https://shop.example/login/callback',
    ])
    for (const bad of [
      'line',
      '{}',
      JSON.stringify([{ id: 'line' }]),
      JSON.stringify([{ id: 'house', ...keys }]),
      JSON.stringify([{ id: 'Line', ...keys }]),
      JSON.stringify([
        { id: 'line', ...keys },
        { id: 'line', ...keys },
      ]),
    ]) {
      const [problem] = problemsOf({ OKURU_SIGN_IN_PROVIDERS: bad })
      expect(problem).toContain('OKURU_SIGN_IN_PROVIDERS')
      expect(problem).not.toContain('a secret')
    }
  })

  test('LINE needs its three values together', () => {
    const channel = { OKURU_LINE_CHANNEL_SECRET: 'shh', OKURU_LINE_CHANNEL_TOKEN: 'a token' }
    expect(readConfig({ ...channel, OKURU_LINE_BASIC_ID: '@okuru' }).line).toEqual({
      channelSecret: 'shh',
      channelToken: 'a token',
      basicId: '@okuru',
      apiUrl: undefined,
    })
    expect(problemsOf(channel)).toEqual([
      'OKURU_LINE_BASIC_ID を設定してください。 / OKURU_LINE_BASIC_ID is required when messages are sent by LINE',
    ])
    expect(problemsOf({ ...channel, OKURU_LINE_BASIC_ID: 'okuru' }).join()).toContain('must look like @okuru')
  })

  test('an empty variable counts as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  test('all problems are reported in one message', () => {
    const env = { PORT: 'abc', DATABASE_URL: 'mysql://x', OKURU_LOG_LEVEL: 'loud', OKURU_S3_BUCKET: 'b' }
    const problems = problemsOf(env).join('\n')
    for (const name of ['PORT', 'DATABASE_URL', 'OKURU_LOG_LEVEL', 'OKURU_S3_ENDPOINT']) {
      expect(problems).toContain(name)
    }
    expect(() => readConfig(env)).toThrow(/PORT[\s\S]*OKURU_S3_SECRET_KEY/)
  })

  test('a problem never repeats a secret', () => {
    expect(problemsOf({ OKURU_TOKEN_KEY: 'too-short-secret' }).join('\n')).not.toContain('too-short-secret')
    expect(problemsOf({ OKURU_FIELD_KEY: 'f1:short' })).toHaveLength(1)
  })

  test('production starts with everything it needs, without demo data unless asked for', () => {
    expect(readConfig(productionEnv())).toMatchObject({
      production: true,
      demo: false,
      secondFactorRequired: true,
    })
    expect(readConfig({ ...productionEnv(), OKURU_SECOND_FACTOR: 'optional' }).secondFactorRequired).toBe(
      false,
    )
    expect(readConfig({ ...productionEnv(), OKURU_DEMO: 'true' }).demo).toBe(true)
    expect(readConfig({ OKURU_DEMO: '0' }).demo).toBe(false)
  })

  test.each(Object.keys(productionEnv()).filter((name) => !['NODE_ENV', 'DATABASE_URL'].includes(name)))(
    'production refuses to start without %s and names it',
    (name) => {
      const { [name]: _dropped, ...rest } = productionEnv()
      expect(problemsOf(rest)).toEqual([expect.stringContaining(`${name} is required in production`)])
    },
  )

  test('production uses the embedded database only when that is said', () => {
    const { DATABASE_URL: _none, ...alone } = productionEnv()
    expect(problemsOf(alone)).toEqual([expect.stringContaining('without failover')])
    expect(readConfig({ ...alone, OKURU_EMBEDDED_DATABASE: 'allowed' }).databaseUrl).toBeUndefined()
    expect(problemsOf({ ...alone, OKURU_EMBEDDED_DATABASE: 'maybe' }).join()).toContain('must be allowed')
  })

  test('backups need one place and a key, and do not lie in what they are a copy of', () => {
    const OKURU_BACKUP_KEY = key()
    const folder = { OKURU_BACKUP_KEY, OKURU_BACKUP_FOLDER: '/mnt/backup' }
    const s3 = {
      OKURU_BACKUP_S3_ENDPOINT: 'https://storage.example',
      OKURU_BACKUP_S3_BUCKET: 'copies',
      OKURU_BACKUP_S3_ACCESS_KEY: 'a',
      OKURU_BACKUP_S3_SECRET_KEY: 'b',
    }
    expect(readConfig(folder).backup).toMatchObject({ at: '02:30', target: { folder: '/mnt/backup' } })
    expect(readConfig({ ...s3, OKURU_BACKUP_KEY, OKURU_BACKUP_AT: 'off' }).backup).toMatchObject({
      at: undefined,
      target: { bucket: 'copies' },
    })
    expect(problemsOf({ ...folder, OKURU_BACKUP_AT: '24:00' })).toHaveLength(1)
    expect(problemsOf({ ...folder, ...s3 }).join()).toContain('exclude each other')
    expect(problemsOf({ OKURU_BACKUP_FOLDER: '/mnt/backup' }).join()).toContain('OKURU_BACKUP_KEY')
    expect(problemsOf({ ...folder, OKURU_DATA_DIR: '/mnt' }).join()).toContain('must not be inside')
    expect(problemsOf({ OKURU_BACKUP_KEY, OKURU_BACKUP_S3_BUCKET: 'copies' })).toHaveLength(3)
  })

  test('production refuses a plain http address', () => {
    expect(problemsOf({ ...productionEnv(), OKURU_PUBLIC_URL: 'http://okuru.example' })).toEqual([
      'OKURU_PUBLIC_URL は https:// で始めてください。 / OKURU_PUBLIC_URL must start with https:// in production',
    ])
  })

  test('named keys come in order, and an id may appear only once', () => {
    const [first, second] = [key(), key()]
    const config = readConfig({ OKURU_FIELD_KEY: `new:${first}, old:${second}` })
    expect(config.secrets.field?.map(({ id }) => id)).toEqual(['new', 'old'])
    expect(config.secrets.field?.[0]?.key.toString('base64')).toBe(first)
    expect(problemsOf({ OKURU_FIELD_KEY: `a:${first},a:${second}` })).toHaveLength(1)
  })

  test('proxies are a number or addresses, never everybody', () => {
    expect(readConfig({ OKURU_TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readConfig({ OKURU_TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
    expect(problemsOf({ OKURU_TRUST_PROXY: 'true' })).toHaveLength(1)
    expect(readConfig({ OKURU_SHARED_NETWORKS: '203.0.113.7, 2001:db8::/32' }).sharedNetworks).toEqual([
      '203.0.113.7',
      '2001:db8::/32',
    ])
    for (const wrong of ['office', '203.0.113.7/33', '203.0.113.0/24/1', '10.0.0/8'])
      expect(problemsOf({ OKURU_SHARED_NETWORKS: wrong })).toHaveLength(1)
  })

  test('origins of other sites lose their slash and may not carry a path', () => {
    const corsOrigins = (list: string) => readConfig({ OKURU_CORS_ORIGINS: list }).corsOrigins
    expect(corsOrigins('https://a.example/, http://localhost:5173')).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ])
    expect(problemsOf({ OKURU_CORS_ORIGINS: 'https://a.example/shop' })).toHaveLength(1)
  })
})
