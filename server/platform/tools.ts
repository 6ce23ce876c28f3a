import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { FileStore } from './files.ts'
import type { Keys } from './keys.ts'
import type { Logger } from './log.ts'
import type { MailTransport } from './mail.ts'

/**
 * Outside things, received once by `buildApp`. A service never takes the whole: it names what it needs, as
 * `Pick<Tools, 'keys'>`, last.
 */
export interface Tools {
  clock: Clock
  config: Config
  keys: Keys
  files: FileStore
  mail: MailTransport
  log: Logger
}
