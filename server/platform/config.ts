import { isIP } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import type { EkycConfig } from './ekyc.ts'
import type { LineConfig } from './line.ts'
import type { ModelConfig } from './model-client.ts'
import type { NextEngineConfig } from './next-engine.ts'
import type { ProviderConfig } from './oidc.ts'
import type { ReplicaConfig } from './replica.ts'
import type { OtlpConfig } from './tracing-otlp.ts'

export interface NamedKey {
  id: string
  key: Buffer
}

export interface S3Config {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

export interface BackupConfig {
  target: { folder: string } | S3Config
  key: Buffer
  /** Time in Tokyo at which one is made every day; absent: only by command. */
  at: string | undefined
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const roles = ['all', 'web', 'jobs'] as const

export interface Config {
  production: boolean
  /** `web` answers calls, `jobs` does background work and answers for its health only. */
  role: (typeof roles)[number]
  port: number
  host: string
  dataDir: string
  /** Absent: the server starts its own PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** Connections for calls; a process opens about ten more. */
  dbPool: number
  /** A standby of the database that lists and files are read from. */
  replica: ReplicaConfig | undefined
  publicUrl: string
  /** Origin of the API as browsers see it; `publicUrl` by default. */
  apiUrl: string
  corsOrigins: string[]
  /** Demo data and sign-ins: on by default outside production. */
  demo: boolean
  /** Whether administrators and people of the operator need a second factor: by default in production. */
  secondFactorRequired: boolean
  /** Secrets from variables. `loadKeys` creates missing ones outside production. */
  secrets: {
    token: Buffer | undefined
    chain: NamedKey[] | undefined
    field: NamedKey[] | undefined
    file: Buffer | undefined
    metrics: string | undefined
  }
  smtp: { url: string; from: string } | undefined
  line: LineConfig | undefined
  ekyc: EkycConfig | undefined
  nextEngine: NextEngineConfig | undefined
  s3: S3Config | undefined
  backup: BackupConfig | undefined
  /** Absent: pictures and numbers are analysed by the program itself. */
  analysis: ModelConfig | undefined
  sentryDsn: string | undefined
  /** Receiver of traces; absent: none are made. */
  otlp: OtlpConfig | undefined
  /** Providers that customers sign in with, in the order in which they are offered. */
  signInProviders: ProviderConfig[]
  /** Addresses of our pages that a provider may send people back to. */
  signInRedirects: string[]
  /** Number of proxies in front, or their addresses; false ignores forwarded addresses. */
  trustProxy: number | string[] | false
  /** Networks shared by several people, such as an office: a match identifies nobody. */
  sharedNetworks: string[]
  /** Networks that webhooks may reach although they are not public, also without TLS. */
  webhookNetworks: string[]
  logLevel: (typeof logLevels)[number]
}

export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const keyBytes = 32

function decodeKey(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  const key = Buffer.from(text, 'base64')
  return key.length >= keyBytes ? key : null
}

const secretKey = z.string().transform((text, context) => {
  const key = decodeKey(text)
  if (key) return key
  context.addIssue(`must be at least ${keyBytes} random bytes in base64 (openssl rand -base64 ${keyBytes})`)
  return z.NEVER
})

/** `id:base64`, comma-separated; the first writes, all read. */
const namedKeys = z.string().transform((text, context): NamedKey[] => {
  const keys = text.split(',').map((part) => {
    const [, id, encoded] = /^\s*([A-Za-z0-9_-]{1,32}):(\S+?)\s*$/.exec(part) ?? []
    const key = encoded === undefined ? null : decodeKey(encoded)
    return id !== undefined && key ? { id, key } : null
  })
  const good = keys.filter((key) => key !== null)
  if (good.length === keys.length && new Set(good.map((key) => key.id)).size === good.length) return good
  context.addIssue(
    `must be id:base64 with at least ${keyBytes} random bytes, several separated by commas, each id once`,
  )
  return z.NEVER
})

const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const plain = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
  if (url && plain) return url.origin
  context.addIssue('must be an origin such as https://okuru.example, without a path')
  return z.NEVER
})

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

/** `name=value` pairs, percent-encoded, separated by commas. */
const otlpHeaders = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*(\S*)\s*$/.exec(pair))
  if (pairs.every((pair) => pair !== null)) {
    try {
      return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
    } catch {
      // Reported below.
    }
  }
  context.addIssue('must be name=value, several separated by commas, percent-encoded')
  return z.NEVER
})

function urlOf(protocols: readonly string[], example: string) {
  const usable = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
  return z.string().refine(usable, `must look like ${example}`)
}

const flag = z
  .enum(['1', 'true', 'yes', '0', 'false', 'no'], { error: 'must be true or false' })
  .transform((text) => ['1', 'true', 'yes'].includes(text))

const trustProxy = commaList.transform((parts, context): number | string[] | false => {
  const [only] = parts
  if (parts.length === 1 && only !== undefined && /^\d{1,2}$/.test(only)) return Number(only) || false
  if (parts.every((part) => /^(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(\/\d{1,3})?)$/.test(part))) {
    return parts.length > 0 ? parts : false
  }
  context.addIssue('must be the number of proxies in front, or their addresses separated by commas')
  return z.NEVER
})

/** `203.0.113.7,2001:db8::/32` */
const networks = commaList.transform((parts, context): string[] => {
  const good = parts.every((part) => {
    const [address = '', bits, ...more] = part.split('/')
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return (
      longest > 0 &&
      more.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
    )
  })
  if (good) return parts
  context.addIssue('must be addresses or subnets separated by commas, such as 203.0.113.7,198.51.100.0/24')
  return z.NEVER
})

const mailAddress = z
  .string()
  .regex(
    /^([^<>\r\n"]+<)?[^\s<>@]+@[^\s<>@]+>?$/,
    'must be a mail address, or a name with one: おくる <info@okuru.example>',
  )

const knownProviders: Readonly<Record<string, Omit<ProviderConfig, 'id' | 'clientId' | 'clientSecret'>>> = {
  line: {
    label: 'LINE',
    issuer: 'https://access.line.me',
    scope: 'openid profile email',
    // LINE signs the tokens of web sign-ins with the channel secret.
    idTokenAlgorithm: 'HS256',
    tokenCheckUrl: 'https://api.line.me/oauth2/v2.1/verify',
    freshParameters: { max_age: '0' },
  },
  google: {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    scope: 'openid profile email',
    tokenCheckUrl: 'https://oauth2.googleapis.com/tokeninfo',
    // Google knows no `prompt=login`; the person at least chooses the account.
    freshParameters: { prompt: 'select_account' },
  },
  yahoo: {
    label: 'Yahoo! JAPAN',
    issuer: 'https://auth.login.yahoo.co.jp/yconnect/v2',
    scope: 'openid profile email',
  },
}

const provider = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'id must be a short word in lower case'),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
    label: z.string().min(1).max(40).optional(),
    issuer: z.url().optional(),
    scope: z.string().min(1).optional(),
    id_token_algorithm: z.string().optional(),
    token_check_url: z.url().optional(),
  })
  .transform((given, context): ProviderConfig => {
    const known = knownProviders[given.id]
    const issuer = given.issuer ?? known?.issuer
    if (issuer === undefined) {
      context.addIssue(`${given.id} needs an issuer`)
      return z.NEVER
    }
    return {
      id: given.id,
      clientId: given.client_id,
      clientSecret: given.client_secret,
      label: given.label ?? known?.label ?? given.id,
      issuer,
      scope: given.scope ?? known?.scope ?? 'openid profile email',
      idTokenAlgorithm: given.id_token_algorithm ?? known?.idTokenAlgorithm,
      tokenCheckUrl: given.token_check_url ?? known?.tokenCheckUrl,
      freshParameters: known?.freshParameters,
    }
  })

const providers = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('must be a JSON list: [{"id":"line","client_id":"…","client_secret":"…"}]')
      return z.NEVER
    }
  })
  .pipe(z.array(provider))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'must name each provider once')

const Env = z.object({
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
type Values = z.output<typeof Env>

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
    return ['OKURU_BACKUP_FOLDER and OKURU_BACKUP_S3_ENDPOINT exclude each other']
  const hasTarget = (folder ?? endpoint) !== undefined
  if (hasTarget && key === undefined) return ['OKURU_BACKUP_KEY is required when backups are made']
  if (folder !== undefined && isBelow(env.OKURU_DATA_DIR ?? '.data', folder))
    return ['OKURU_BACKUP_FOLDER must not be inside OKURU_DATA_DIR: it would be lost with it']
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

function problemsTogether(env: Record<string, string>): string[] {
  const problems: string[] = []
  if (env.NODE_ENV === 'production') {
    for (const [name, purpose] of Object.entries(neededInProduction)) {
      if (env[name] === undefined) problems.push(`${name} is required in production (${purpose})`)
    }
    if (env.DATABASE_URL === undefined && env.OKURU_EMBEDDED_DATABASE === undefined)
      problems.push(
        'DATABASE_URL is required in production. OKURU_EMBEDDED_DATABASE=allowed uses the PostgreSQL in OKURU_DATA_DIR instead: on one machine, with one process, without failover, and lost with that disk unless there is a backup',
      )
    for (const name of needHttps) {
      const value = env[name]
      if (value !== undefined && !/^https:/i.test(value)) {
        problems.push(`${name} must start with https:// in production`)
      }
    }
  } else if (env.OKURU_SMTP_URL !== undefined && env.OKURU_MAIL_FROM === undefined) {
    problems.push('OKURU_MAIL_FROM is required with OKURU_SMTP_URL')
  }
  for (const [purpose, names] of Object.entries(neededTogether)) {
    const missing = names.filter((name) => env[name] === undefined)
    if (missing.length === names.length) continue
    problems.push(...missing.map((name) => `${name} is required when ${purpose}`))
  }
  if (env.OKURU_REPLICA_URL !== undefined && env.DATABASE_URL === undefined)
    problems.push('OKURU_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no standby')
  return [...problems, ...backupProblems(env)]
}

function configOf(values: Values): Config {
  const production = values.NODE_ENV === 'production'
  const publicUrl = values.OKURU_PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`
  const { OKURU_S3_ENDPOINT: endpoint, OKURU_S3_BUCKET: bucket } = values
  const { OKURU_S3_ACCESS_KEY: accessKey, OKURU_S3_SECRET_KEY: secret } = values
  const { OKURU_LINE_CHANNEL_SECRET: channelSecret, OKURU_LINE_CHANNEL_TOKEN: channelToken } = values
  const { OKURU_LINE_BASIC_ID: basicId } = values
  const { OKURU_EKYC_NAME: ekycName, OKURU_EKYC_API_URL: ekycUrl } = values
  const { OKURU_EKYC_TOKEN: ekycToken, OKURU_EKYC_WEBHOOK_SECRET: webhookSecret } = values
  const { OKURU_NEXT_ENGINE_CLIENT_ID: nextEngineId } = values
  const { OKURU_NEXT_ENGINE_CLIENT_SECRET: nextEngineSecret } = values
  const { OKURU_ANALYSIS_PROVIDER: provider, OKURU_ANALYSIS_API_URL: modelUrl } = values
  const { OKURU_ANALYSIS_API_KEY: apiKey, OKURU_ANALYSIS_MODEL: model } = values
  const { OKURU_SMTP_URL: smtpUrl, OKURU_MAIL_FROM: from } = values
  return {
    production,
    role: values.OKURU_ROLE,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.OKURU_DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    dbPool: values.OKURU_DB_POOL,
    replica: values.OKURU_REPLICA_URL
      ? { url: values.OKURU_REPLICA_URL, maxLag: values.OKURU_REPLICA_MAX_LAG }
      : undefined,
    publicUrl,
    apiUrl: values.OKURU_API_URL ?? publicUrl,
    corsOrigins: values.OKURU_CORS_ORIGINS,
    demo: values.OKURU_DEMO ?? !production,
    secondFactorRequired:
      (values.OKURU_SECOND_FACTOR ?? (production ? 'required' : 'optional')) === 'required',
    secrets: {
      token: values.OKURU_TOKEN_KEY,
      chain: values.OKURU_CHAIN_KEY,
      field: values.OKURU_FIELD_KEY,
      file: values.OKURU_FILE_KEY,
      metrics: values.OKURU_METRICS_KEY,
    },
    smtp: smtpUrl && from ? { url: smtpUrl, from } : undefined,
    line:
      channelSecret && channelToken && basicId
        ? { channelSecret, channelToken, basicId, apiUrl: values.OKURU_LINE_API_URL }
        : undefined,
    ekyc:
      ekycName && ekycUrl && ekycToken && webhookSecret
        ? { name: ekycName, apiUrl: ekycUrl, token: ekycToken, webhookSecret }
        : undefined,
    nextEngine:
      nextEngineId && nextEngineSecret
        ? {
            clientId: nextEngineId,
            clientSecret: nextEngineSecret,
            apiUrl: values.OKURU_NEXT_ENGINE_API_URL,
            signInUrl: values.OKURU_NEXT_ENGINE_SIGN_IN_URL,
          }
        : undefined,
    s3:
      endpoint && bucket && accessKey && secret
        ? { endpoint, bucket, region: values.OKURU_S3_REGION, accessKey, secretKey: secret }
        : undefined,
    backup: backupOf(values),
    analysis:
      provider && modelUrl && apiKey && model
        ? { provider, apiUrl: modelUrl, apiKey, model, dailyBudget: values.OKURU_ANALYSIS_DAILY_BUDGET }
        : undefined,
    sentryDsn: values.OKURU_SENTRY_DSN,
    otlp: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, headers: values.OTEL_EXPORTER_OTLP_HEADERS }
      : undefined,
    signInProviders: values.OKURU_SIGN_IN_PROVIDERS,
    signInRedirects:
      values.OKURU_SIGN_IN_REDIRECTS ??
      [publicUrl, ...values.OKURU_CORS_ORIGINS].map((web) => `${web}/login/callback`),
    trustProxy: values.OKURU_TRUST_PROXY,
    sharedNetworks: values.OKURU_SHARED_NETWORKS,
    webhookNetworks: values.OKURU_WEBHOOK_NETWORKS,
    logLevel: values.OKURU_LOG_LEVEL,
  }
}

function backupOf(values: Values): BackupConfig | undefined {
  const { OKURU_BACKUP_KEY: key, OKURU_BACKUP_FOLDER: folder } = values
  const { OKURU_BACKUP_S3_ENDPOINT: endpoint, OKURU_BACKUP_S3_BUCKET: bucket } = values
  const { OKURU_BACKUP_S3_ACCESS_KEY: accessKey, OKURU_BACKUP_S3_SECRET_KEY: secret } = values
  const at = values.OKURU_BACKUP_AT === 'off' ? undefined : values.OKURU_BACKUP_AT
  if (!key) return undefined
  if (folder) return { key, at, target: { folder: path.resolve(folder) } }
  if (!(endpoint && bucket && accessKey && secret)) return undefined
  const target = { endpoint, bucket, region: values.OKURU_BACKUP_S3_REGION, accessKey, secretKey: secret }
  return { key, at, target }
}

/** Empty variables count as absent. Throws `ConfigError` with every problem. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given: Record<string, string> = {}
  for (const name of Object.keys(Env.shape)) {
    const value = env[name]?.trim()
    if (value) given[name] = value
  }
  const parsed = Env.safeParse(given)
  const problems = [
    ...(parsed.error?.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}`) ?? []),
    ...problemsTogether(given),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError([...new Set(problems)])
  return configOf(parsed.data)
}
