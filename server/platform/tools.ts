import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Ekyc } from './ekyc.ts'
import type { FileStore } from './files.ts'
import type { Keys } from './keys.ts'
import type { Line } from './line.ts'
import type { Logger } from './log.ts'
import type { MailTransport } from './mail.ts'
import type { NextEngine } from './next-engine.ts'
import type { Outgoing } from './outgoing.ts'

/** Services name what they need, last: `Pick<Tools, 'keys'>`. */
export interface Tools {
  clock: Clock
  config: Config
  keys: Keys
  files: FileStore
  mail: MailTransport
  line: Line | null
  ekyc: Ekyc | null
  nextEngine: NextEngine | null
  outgoing: Outgoing
  log: Logger
}
