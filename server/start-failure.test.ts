import { expect, test } from 'vitest'
import { ConfigError } from '#server/platform/config'
import { DatabaseUnavailable } from '#server/platform/database-trouble'
import { FileStoreError } from '#server/platform/file-store-error'
import { explainFailure } from './start-failure.ts'

const coded = (message: string, more: object) => Object.assign(new Error(message), more)
const refused = (message: string, code?: string) =>
  new DatabaseUnavailable('unreachable', coded(message, code ? { code } : {}))

test.each([
  ['a port in use', coded('listen', { code: 'EADDRINUSE', port: 3000 }), ['PORT=3001', 'in use']],
  ['a port below 1024', coded('listen', { code: 'EACCES', port: 80 }), ['1024 以上', 'above 1023']],
  [
    'a foreign address',
    coded('listen', { code: 'EADDRNOTAVAIL', address: '203.0.113.9' }),
    ['HOST=203.0.113.9', '127.0.0.1'],
  ],
  ['a setting', new ConfigError(['PORT must be a port number']), ['設定', 'PORT must be']],
  [
    'a full disk of backups',
    new FileStoreError(
      'write failed with ENOSPC',
      true,
      coded('ENOSPC', { code: 'ENOSPC', path: '/srv/backups/a' }),
    ),
    ['/srv/backups/a', '空き容量', 'Check free space', 'ENOSPC'],
  ],
  ['a store of files that is away', new FileStoreError('GET got no response', true), ['接続', 'connection']],
  [
    'no database there',
    refused('connect ECONNREFUSED', 'ECONNREFUSED'),
    ['接続を断られました', 'refuses connections'],
  ],
  ['no answer', refused('timeout expired'), ['応答がありません', 'does not respond']],
  ['no such name', refused('getaddrinfo ENOTFOUND', 'ENOTFOUND'), ['DNS', 'cannot be resolved']],
  ['a wrong password', refused('password authentication failed', '28P01'), ['パスワード', 'password']],
  ['no such database', refused('database "x" does not exist', '3D000'), ['createdb', 'no database']],
  [
    'a read-only disk of PostgreSQL',
    coded('could not open file "base/5/2619": Read-only file system', { code: '42501' }),
    ['読み取り専用', 'read-only'],
  ],
  ['no rights', coded('permission denied for schema public', { code: '42501' }), ['権限', 'grant']],
  [
    'too many connections',
    refused('sorry, too many clients already', '53300'),
    ['max_connections', 'connection limit'],
  ],
  [
    'locked tables',
    coded('canceling statement due to lock timeout', { code: '55P03' }),
    ['ロック', 'locked'],
  ],
  [
    'no encryption',
    refused('The server does not support SSL connections'),
    ['sslmode', 'does not support TLS'],
  ],
  [
    'a parameter a pooler refuses',
    refused('unsupported startup parameter: options', '08P01'),
    ['ignore_startup_parameters', 'PgBouncer'],
  ],
  [
    'statements a pooler forgets',
    coded('prepared statement "abc" does not exist', { code: '26000' }),
    ['pool_mode = session', 'PgBouncer'],
  ],
  [
    'a pooler of single statements',
    coded('transaction blocks not allowed in statement pooling mode', { code: '08P01' }),
    ['pool_mode = session', 'PgBouncer'],
  ],
])('%s is told in both languages with its cure, without a stack', (_, error, parts) => {
  const text = explainFailure(error)
  for (const part of parts) expect(text).toContain(part)
  expect(text).toMatch(/[ぁ-ん]/)
  expect(text).not.toContain('    at ')
})

test('what says its cure itself is left as it is, and what nobody foresaw keeps its stack', () => {
  expect(explainFailure(new Error('空きがありません。 / The disk is full.'))).toBe(
    '空きがありません。 / The disk is full.',
  )
  expect(explainFailure(new Error('boom'))).toContain('    at ')
  expect(explainFailure('boom')).toBe('boom')
})
