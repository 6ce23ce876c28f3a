import path from 'node:path'
import type { NamedKey } from './config-values.ts'
import { Env, type logLevels, problemsTogether, type roles, type Values } from './config-variables.ts'
import type { EkycConfig } from './ekyc.ts'
import type { LineConfig } from './line.ts'
import type { ModelConfig } from './model-client.ts'
import type { NextEngineConfig } from './next-engine.ts'
import type { ProviderConfig } from './oidc.ts'
import type { ReplicaConfig } from './replica.ts'
import type { OtlpConfig } from './tracing-otlp.ts'

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
