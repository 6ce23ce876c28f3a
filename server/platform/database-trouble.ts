/** `silent`: no response before the timeout; `busy`: no locks, connections or memory; `read_only`: full disk, standby. */
export type Trouble = 'unreachable' | 'lost' | 'silent' | 'busy' | 'read_only'

export class DatabaseUnavailable extends Error {
  readonly trouble: Trouble

  /** Keeps the driver's error as `cause` only: the job queue would pause for minutes on some of its codes. */
  constructor(trouble: Trouble, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`the database is ${trouble.replace('_', ' ')}: ${reason}`, { cause })
    this.name = 'DatabaseUnavailable'
    this.trouble = trouble
  }
}

/** By SQLSTATE: two letters for a class, five for one condition. */
const troubleByState: Readonly<Record<string, Trouble>> = {
  '08': 'lost',
  '53': 'busy',
  '53100': 'read_only',
  '57': 'lost',
  // query_canceled: statement timeout
  '57014': 'busy',
  '57P03': 'unreachable',
  '58': 'read_only',
  '55P03': 'busy',
  // idle_in_transaction_session_timeout
  '25P03': 'lost',
  // After a failover the address may lead to a standby.
  '25006': 'read_only',
  '40001': 'busy',
  '40P01': 'busy',
}

const lostMessages =
  // The last: a migration changed what a statement returns, and this connection keeps the plan of before.
  /^cached plan must not change|^Connection terminated|^Client has encountered a connection error|^Client was closed|after calling end on the pool/

/** PostgreSQL gives what the file system refuses (EROFS, EACCES) the code of a missing right (errcode_for_file_access). */
const unwritable = /^could not .*(Read-only file system|Permission denied|Operation not permitted)$/

/** Classifies a driver error; returns undefined when the statement itself was wrong. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof DatabaseUnavailable) return error.trouble
  if (!(error instanceof Error)) return undefined
  if (error.message === 'Query read timeout') return 'silent'
  if (lostMessages.test(error.message)) return 'lost'
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return undefined
  if (code === '42501' && unwritable.test(error.message)) return 'read_only'
  // Socket codes such as ECONNRESET; a SQLSTATE has five characters.
  if (/^E[A-Z]+$/.test(code)) return 'lost'
  return troubleByState[code] ?? troubleByState[code.slice(0, 2)]
}

export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const trouble = troubleOf(error)
  return trouble ? new DatabaseUnavailable(trouble, error) : error
}

export function connectionRefused(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error
  const isWaitedOut = error instanceof Error && error.message === 'timeout exceeded when trying to connect'
  const isTooMany = (error as { code?: unknown }).code === '53300'
  return new DatabaseUnavailable(isWaitedOut || isTooMany ? 'busy' : 'unreachable', error)
}
