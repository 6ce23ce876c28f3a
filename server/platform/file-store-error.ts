/** The store or the disk cannot take or give a file. */
export class FileStoreError extends Error {
  /** Whether it may work later without anybody mending the set-up. */
  readonly mayPass: boolean

  constructor(message: string, mayPass: boolean, cause?: unknown) {
    super(`storage: ${message}`, { cause })
    this.name = 'FileStoreError'
    this.mayPass = mayPass
  }
}

/** Full, too many open files, out of order for the moment; a file server that does not respond. */
const passing = new Set([
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'EIO',
  'EAGAIN',
  'EBUSY',
  'ESTALE',
  'ETIMEDOUT',
])

/** What the file system reports, such as a full disk; other errors stay as they are. */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  return new FileStoreError(`${syscall} failed with ${code}`, passing.has(code), error)
}
