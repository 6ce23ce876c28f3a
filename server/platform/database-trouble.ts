// Errors of the database itself: it is away, too slow, or cannot write now. They are temporary, so the call gets a 503
// and may be repeated.

/**
 * - `unreachable`: no connection can be opened
 * - `lost`: the connection ended
 * - `silent`: no answer within the limit; the connection was given up
 * - `busy`: locks, connections or memory were not free within the limit
 * - `read_only`: it takes no writes now, for want of disk space or because it stands by for another one
 */
export type Trouble = 'unreachable' | 'lost' | 'silent' | 'busy' | 'read_only'

export class DatabaseUnavailable extends Error {
  readonly trouble: Trouble

  /** The driver's error is the `cause`. Its code is not copied: the job queue would pause for minutes on some. */
  constructor(trouble: Trouble, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`the database is ${trouble.replace('_', ' ')}: ${reason}`, { cause })
    this.name = 'DatabaseUnavailable'
    this.trouble = trouble
  }
}

/** By SQLSTATE: whole classes by their two letters, single conditions by all five. */
const troubleByState: Readonly<Record<string, Trouble>> = {
  '08': 'lost',
  // insufficient_resources: memory, connections
  '53': 'busy',
  '53100': 'read_only',
  // operator_intervention: an administrator or a crash ended the connection
  '57': 'lost',
  // query_canceled, which is what a statement over its time limit gets
  '57014': 'busy',
  '57P03': 'unreachable',
  // system_error: the disk failed
  '58': 'read_only',
  // lock_not_available within the limit
  '55P03': 'busy',
  // idle_in_transaction_session_timeout
  '25P03': 'lost',
  // read_only_sql_transaction: after a failover the address may lead to a standby
  '25006': 'read_only',
  // serialization_failure and deadlock_detected, when repeating did not help
  '40001': 'busy',
  '40P01': 'busy',
}

const lostMessages =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|after calling end on the pool/

/** What an error of the driver means; undefined when the statement itself was wrong. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof DatabaseUnavailable) return error.trouble
  if (!(error instanceof Error)) return undefined
  if (error.message === 'Query read timeout') return 'silent'
  if (lostMessages.test(error.message)) return 'lost'
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return undefined
  // Codes of the system (ECONNRESET, EPIPE) are of the socket; SQLSTATE has five characters.
  if (/^E[A-Z]+$/.test(code)) return 'lost'
  return troubleByState[code] ?? troubleByState[code.slice(0, 2)]
}

/** The error as its caller gets it: told apart when the database is in trouble, else as it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const trouble = troubleOf(error)
  return trouble ? new DatabaseUnavailable(trouble, error) : error
}

/** Whatever kept a connection from being opened or lent out. */
export function connectionRefused(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error
  const isWaitedOut = error instanceof Error && error.message === 'timeout exceeded when trying to connect'
  const isTooMany = (error as { code?: unknown }).code === '53300'
  return new DatabaseUnavailable(isWaitedOut || isTooMany ? 'busy' : 'unreachable', error)
}
