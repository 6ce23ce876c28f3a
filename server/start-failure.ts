import { ConfigError } from '#server/platform/config'
import { DatabaseUnavailable } from '#server/platform/database-trouble'
import { FileStoreError } from '#server/platform/file-store-error'

type Coded = Error & { code?: unknown; port?: number; address?: string }

export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError) {
    return `設定を確かめてください。 / ${error.message}`
  }
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseUnavailable) return databaseSentence(error.cause ?? error)
  if (error instanceof FileStoreError) return storeSentence(error)
  return (
    listenSentence(error) ??
    (adviceFor(error) ? databaseSentence(error) : undefined) ??
    // Messages in Japanese name cause and fix; a stack would not help.
    (/[^\p{ASCII}]/u.test(error.message) ? error.message : (error.stack ?? error.message))
  )
}

/** Commands are run by whoever may read the paths. */
function storeSentence({ message, cause }: FileStoreError): string {
  const { path } = (cause ?? {}) as NodeJS.ErrnoException
  return (
    `ファイルを読み書きできません${path === undefined ? '' : `: ${path}`}。空き容量、権限、接続を確かめてください。 / ` +
    `A file cannot be read or written. Check free space, permissions and connection. (${message})`
  )
}

function listenSentence(error: Coded): string | undefined {
  const { code, port, address } = error
  if (code === 'EADDRINUSE') {
    const other = Number(port) + 1
    return (
      `ポート ${port} は、ほかのプログラムが使っています。そちらを止めるか、PORT=${other} のように別の番号を指定してください。 / ` +
      `Port ${port} is in use. Stop the other program, or choose another port: PORT=${other} npm start`
    )
  }
  if (code === 'EACCES' && port !== undefined) {
    return `ポート ${port} を開く権限がありません。PORT=3000 のように 1024 以上の番号を指定してください。 / Not allowed to listen on port ${port}. Choose a port above 1023.`
  }
  if (code === 'EADDRNOTAVAIL') {
    return `HOST=${address} は、このマシンの住所ではありません。HOST=127.0.0.1 か HOST=0.0.0.0 を指定してください。 / HOST=${address} is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`
  }
  return undefined
}

type Advice = readonly [ja: string, en: string]

const noResponse: Advice = [
  '応答がありません。アドレスとポート、ネットワーク、ファイアウォールを確かめてください。',
  'It does not respond. Check the address, port, network and firewalls.',
]
const noName: Advice = [
  'サーバー名が見つかりません。名前のつづりと、ネットワーク・DNS の設定を確かめてください。',
  'Its host name cannot be resolved. Check the spelling, the network and DNS.',
]
const noEntry: Advice = [
  'ユーザー名かパスワード、または接続の許可(pg_hba.conf、暗号化の要否)が違います。',
  'Wrong user or password, or pg_hba.conf rejects the connection (it may require TLS: ?sslmode=require).',
]
const noCertificate: Advice = [
  '証明書を確かめられません。発行元の証明書を NODE_EXTRA_CA_CERTS か ?sslrootcert= で渡してください。',
  "Its certificate cannot be verified. Provide the issuer's certificate with NODE_EXTRA_CA_CERTS or ?sslrootcert=.",
]

const databaseAdvice: Readonly<Record<string, Advice>> = {
  ECONNREFUSED: [
    '接続を断られました。PostgreSQL が動いているか、アドレスとポートを確かめてください。',
    'It refuses connections. Check that PostgreSQL is running, and check the address and port.',
  ],
  ENOTFOUND: noName,
  EAI_AGAIN: noName,
  ETIMEDOUT: noResponse,
  EHOSTUNREACH: noResponse,
  ENETUNREACH: noResponse,
  '28P01': noEntry,
  '28000': noEntry,
  '3D000': [
    'その名前のデータベースがありません。createdb で作ってください。',
    'There is no database of that name. Create it with createdb.',
  ],
  '42501': [
    'データベースのユーザーに、表を作る権限がありません。所有者で接続するか、権限を与えてください。',
    'The database user may not create tables. Connect as the owner, or grant the permission.',
  ],
  '53300': [
    '接続の数が上限に達しています。max_connections を増やすか、ほかの接続を減らしてください(1プロセスに25本まで使います)。',
    'It has reached its connection limit. Raise max_connections or close other connections: a process uses up to 25.',
  ],
  '53100': [
    'データベースのディスクに空きがありません。空きを作ってください。',
    'Its disk is full. Free some space.',
  ],
  '55P03': [
    'ほかの接続が表をロックしたままです。別の更新作業が終わってから、もう一度起動してください。',
    'Tables are locked by another connection. Start again when its work is done.',
  ],
  '57P03': [
    'データベースは起動または停止の途中です。少し待ってから、もう一度起動してください。',
    'It is starting or stopping. Try again in a moment.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: noCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: noCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: noCertificate,
}

const poolerRefusal: Advice = [
  '接続プール(PgBouncer など)が、接続時のパラメーターを断りました。DATABASE_URL からそのパラメーターを外すか、pgbouncer.ini の ignore_startup_parameters に加えてください。',
  'The connection pooler (PgBouncer) refuses a parameter of the connection. Remove it from DATABASE_URL, or add it to ignore_startup_parameters in pgbouncer.ini.',
]
const mixedSessions: Advice = [
  '接続プール(PgBouncer など)が、名前付きの文を覚えていません。pool_mode = session にするか、PostgreSQL に直接つないでください。',
  'The connection pooler (PgBouncer) does not keep prepared statements. Set pool_mode = session, or connect to PostgreSQL directly.',
]
const noWriting: Advice = [
  'PostgreSQL が自分のファイルに書けません。データのあるディスクが読み取り専用になっていないか、権限が変わっていないかを確かめてください。',
  'PostgreSQL cannot write its own files. Check that its disk is not read-only and that their permissions have not changed.',
]
const noTls: Advice = [
  'データベースは暗号化に対応していません。DATABASE_URL から sslmode を外してください。',
  'It does not support TLS. Remove sslmode from DATABASE_URL.',
]

function databaseSentence(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const [ja, en] = adviceFor(cause) ?? noResponse
  return `DATABASE_URL のデータベースを使えません。${ja} / The database of DATABASE_URL cannot be used. ${en} (${message})`
}

function adviceFor(cause: unknown): Advice | undefined {
  const { code, message } = cause as Coded
  if (/unsupported startup parameter/.test(message)) return poolerRefusal
  if (/prepared statement ".*" (does not|already) exist|statement pooling/.test(message)) return mixedSessions
  if (/does not support SSL/.test(message)) return noTls
  // PostgreSQL says EROFS and EACCES of its own files with the code of missing rights (errcode_for_file_access).
  if (code === '42501' && /^could not /.test(message)) return noWriting
  return typeof code === 'string' ? databaseAdvice[code] : undefined
}
