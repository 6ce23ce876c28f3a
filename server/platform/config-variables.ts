import path from 'node:path'
import * as z from 'zod'
import { providers } from './config-providers.ts'
import {
  commaList,
  flag,
  mailAddress,
  namedKeys,
  networks,
  origin,
  otlpHeaders,
  secretKey,
  trustProxy,
  urlOf,
} from './config-values.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const roles = ['all', 'web', 'jobs'] as const

export const Env = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  OKURU_ROLE: z.enum(roles, { error: `must be one of ${roles.join(', ')}` }).default('all'),
  OKURU_DATA_DIR: z.string().default('.data'),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/okuru').optional(),
  OKURU_EMBEDDED_DATABASE: z.enum(['allowed'], { error: 'must be allowed, or absent' }).optional(),
  OKURU_DB_POOL: z.coerce
    .number('must be a number of connections')
    .int('must be a number of connections')
    .min(2, 'must be at least 2')
    .max(200, 'must be at most 200')
    .default(16),
  OKURU_REPLICA_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@standby:5432/okuru',
  ).optional(),
  OKURU_REPLICA_MAX_LAG: z.coerce
    .number('must be a number of seconds')
    .int('must be a number of seconds')
    .min(2, 'must be at least 2')
    .max(3600, 'must be at most 3600')
    .default(10),
  OKURU_PUBLIC_URL: origin.optional(),
  OKURU_API_URL: origin.optional(),
  OKURU_CORS_ORIGINS: commaList.pipe(z.array(origin)).default([]),
  OKURU_DEMO: flag.optional(),
  OKURU_SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'must be required or optional' }).optional(),
  OKURU_TOKEN_KEY: secretKey.optional(),
  OKURU_CHAIN_KEY: namedKeys.optional(),
  OKURU_FIELD_KEY: namedKeys.optional(),
  OKURU_FILE_KEY: secretKey.optional(),
  OKURU_METRICS_KEY: z.string().min(16, 'must be at least 16 characters').optional(),
  OKURU_SMTP_URL: urlOf(['smtp:', 'smtps:'], 'smtps://user:password@host:465').optional(),
  OKURU_MAIL_FROM: mailAddress.optional(),
  OKURU_LINE_CHANNEL_SECRET: z.string().optional(),
  OKURU_LINE_CHANNEL_TOKEN: z.string().optional(),
  OKURU_LINE_BASIC_ID: z
    .string()
    .regex(/^@[\w.-]+$/, 'must look like @okuru')
    .optional(),
  OKURU_LINE_API_URL: origin.optional(),
  OKURU_EKYC_NAME: z.string().max(40, 'must be at most 40 characters').optional(),
  OKURU_EKYC_API_URL: urlOf(['http:', 'https:'], 'https://api.ekyc.example/v1')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  OKURU_EKYC_TOKEN: z.string().optional(),
  OKURU_EKYC_WEBHOOK_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  OKURU_NEXT_ENGINE_CLIENT_ID: z.string().optional(),
  OKURU_NEXT_ENGINE_CLIENT_SECRET: z.string().optional(),
  OKURU_NEXT_ENGINE_API_URL: origin.default('https://api.next-engine.org'),
  OKURU_NEXT_ENGINE_SIGN_IN_URL: origin.default('https://base.next-engine.org'),
  OKURU_S3_ENDPOINT: urlOf(['http:', 'https:'], 'https://storage.example').optional(),
  OKURU_S3_BUCKET: z.string().optional(),
  OKURU_S3_REGION: z.string().default('us-east-1'),
  OKURU_S3_ACCESS_KEY: z.string().optional(),
  OKURU_S3_SECRET_KEY: z.string().optional(),
  OKURU_BACKUP_KEY: secretKey.optional(),
  OKURU_BACKUP_FOLDER: z.string().optional(),
  OKURU_BACKUP_S3_ENDPOINT: urlOf(['http:', 'https:'], 'https://storage.example').optional(),
  OKURU_BACKUP_S3_BUCKET: z.string().optional(),
  OKURU_BACKUP_S3_REGION: z.string().default('us-east-1'),
  OKURU_BACKUP_S3_ACCESS_KEY: z.string().optional(),
  OKURU_BACKUP_S3_SECRET_KEY: z.string().optional(),
  OKURU_BACKUP_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, 'must be a time in Tokyo such as 02:30, or off')
    .default('02:30'),
  OKURU_ANALYSIS_PROVIDER: z
    .enum(['openai', 'anthropic'], { error: 'must be openai or anthropic' })
    .optional(),
  OKURU_ANALYSIS_API_URL: urlOf(['http:', 'https:'], 'https://api.model.example/v1')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  OKURU_ANALYSIS_API_KEY: z.string().optional(),
  OKURU_ANALYSIS_MODEL: z.string().max(120, 'must be at most 120 characters').optional(),
  OKURU_ANALYSIS_DAILY_BUDGET: z.coerce
    .number('must be a number of calls')
    .int('must be a number of calls')
    .min(0, 'must be a number of calls')
    .default(500),
  OKURU_SENTRY_DSN: z
    .string()
    .regex(/^https?:\/\/\w+(:\w*)?@[^/]+\/(.+\/)?\d+$/, 'must look like https://key@host/1')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(['http:', 'https:'], 'http://127.0.0.1:4318').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.default({}),
  OKURU_SIGN_IN_PROVIDERS: providers.default([]),
  OKURU_SIGN_IN_REDIRECTS: commaList.pipe(z.array(z.url())).optional(),
  OKURU_TRUST_PROXY: trustProxy.default(false),
  OKURU_SHARED_NETWORKS: networks.default([]),
  OKURU_WEBHOOK_NETWORKS: networks.default([]),
  OKURU_LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
})
export type Values = z.output<typeof Env>

const neededInProduction = {
  OKURU_PUBLIC_URL: 'the https address people open',
  OKURU_TOKEN_KEY: 'signs sign-in tokens',
  OKURU_CHAIN_KEY: 'seals the ledger chain',
  OKURU_FIELD_KEY: 'encrypts personal data',
  OKURU_FILE_KEY: 'signs addresses of files',
  OKURU_SMTP_URL: 'sends mail',
  OKURU_MAIL_FROM: 'the sender of mail',
} as const

const neededTogether = {
  'files are kept in S3': [
    'OKURU_S3_ENDPOINT',
    'OKURU_S3_BUCKET',
    'OKURU_S3_ACCESS_KEY',
    'OKURU_S3_SECRET_KEY',
  ],
  'backups are kept in S3': [
    'OKURU_BACKUP_S3_ENDPOINT',
    'OKURU_BACKUP_S3_BUCKET',
    'OKURU_BACKUP_S3_ACCESS_KEY',
    'OKURU_BACKUP_S3_SECRET_KEY',
  ],
  'messages are sent by LINE': [
    'OKURU_LINE_CHANNEL_SECRET',
    'OKURU_LINE_CHANNEL_TOKEN',
    'OKURU_LINE_BASIC_ID',
  ],
  'pictures are analysed outside': [
    'OKURU_ANALYSIS_PROVIDER',
    'OKURU_ANALYSIS_API_URL',
    'OKURU_ANALYSIS_API_KEY',
    'OKURU_ANALYSIS_MODEL',
  ],
  'an identity provider is offered': [
    'OKURU_EKYC_NAME',
    'OKURU_EKYC_API_URL',
    'OKURU_EKYC_TOKEN',
    'OKURU_EKYC_WEBHOOK_SECRET',
  ],
  'Next Engine is offered': ['OKURU_NEXT_ENGINE_CLIENT_ID', 'OKURU_NEXT_ENGINE_CLIENT_SECRET'],
} as const

function backupProblems(env: Record<string, string>): string[] {
  const { OKURU_BACKUP_KEY: key, OKURU_BACKUP_FOLDER: folder, OKURU_BACKUP_S3_ENDPOINT: endpoint } = env
  if (folder !== undefined && endpoint !== undefined)
    return [
      'OKURU_BACKUP_FOLDER か OKURU_BACKUP_S3_ENDPOINT の片方だけを設定してください。 / OKURU_BACKUP_FOLDER and OKURU_BACKUP_S3_ENDPOINT exclude each other',
    ]
  const hasTarget = (folder ?? endpoint) !== undefined
  if (hasTarget && key === undefined) return [required('OKURU_BACKUP_KEY', 'when backups are made')]
  if (folder !== undefined && isBelow(env.OKURU_DATA_DIR ?? '.data', folder))
    return [
      'OKURU_BACKUP_FOLDER は OKURU_DATA_DIR の外にしてください。 / OKURU_BACKUP_FOLDER must not be inside OKURU_DATA_DIR: it would be lost with it',
    ]
  return []
}

function isBelow(folder: string, place: string): boolean {
  const [above, below] = [path.resolve(folder), path.resolve(place)]
  return below === above || below.startsWith(above + path.sep)
}

const needHttps = [
  'OKURU_PUBLIC_URL',
  'OKURU_API_URL',
  'OKURU_EKYC_API_URL',
  'OKURU_ANALYSIS_API_URL',
  'OKURU_NEXT_ENGINE_API_URL',
  'OKURU_NEXT_ENGINE_SIGN_IN_URL',
]

const required = (name: string, circumstance: string): string =>
  `${name} を設定してください。 / ${name} is required ${circumstance}`

/** What is wrong with several variables together. */
export function problemsTogether(env: Record<string, string>): string[] {
  const problems: string[] = []
  if (env.NODE_ENV === 'production') {
    for (const [name, purpose] of Object.entries(neededInProduction)) {
      if (env[name] === undefined) problems.push(required(name, `in production (${purpose})`))
    }
    if (env.DATABASE_URL === undefined && env.OKURU_EMBEDDED_DATABASE === undefined)
      problems.push(
        'DATABASE_URL を設定してください。 / DATABASE_URL is required in production. OKURU_EMBEDDED_DATABASE=allowed uses the PostgreSQL in OKURU_DATA_DIR instead: on one machine, with one process, without failover, and lost with that disk unless there is a backup',
      )
    for (const name of needHttps) {
      const value = env[name]
      if (value !== undefined && !/^https:/i.test(value)) {
        problems.push(
          `${name} は https:// で始めてください。 / ${name} must start with https:// in production`,
        )
      }
    }
  } else if (env.OKURU_SMTP_URL !== undefined && env.OKURU_MAIL_FROM === undefined) {
    problems.push(required('OKURU_MAIL_FROM', 'with OKURU_SMTP_URL'))
  }
  for (const [purpose, names] of Object.entries(neededTogether)) {
    const missing = names.filter((name) => env[name] === undefined)
    if (missing.length === names.length) continue
    problems.push(...missing.map((name) => required(name, `when ${purpose}`)))
  }
  if (env.OKURU_REPLICA_URL !== undefined && env.DATABASE_URL === undefined)
    problems.push(
      'OKURU_REPLICA_URL には DATABASE_URL も要ります。 / OKURU_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no standby',
    )
  return [...problems, ...backupProblems(env)]
}
