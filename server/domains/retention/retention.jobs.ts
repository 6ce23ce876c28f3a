import { eraseOldNotices } from '#server/domains/stolen-notice/notice-erasure.service'
import { systemActor } from '#server/platform/actor'
import type { Jobs } from '#server/platform/jobs'
import { eraseIdentifications, eraseLedgerPersons, eraseProfiles } from './retention.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'retention.ledger_persons': unknown
    'retention.identifications': unknown
    'retention.profiles': unknown
    'retention.notices': unknown
  }
}

/** Nightly (Tokyo) and in this order: earlier steps remove references that block later ones. */
export const retentionJobs: Jobs<'retention'> = {
  tasks: (db, tools) => ({
    'retention.ledger_persons': () => eraseLedgerPersons(db, systemActor(tools.clock.now()), tools),
    'retention.identifications': () => eraseIdentifications(db, systemActor(tools.clock.now()), tools),
    'retention.profiles': () => eraseProfiles(db, systemActor(tools.clock.now()), tools),
    'retention.notices': () => eraseOldNotices(db, systemActor(tools.clock.now()), tools),
  }),
  schedules: [
    { task: 'retention.ledger_persons', match: '10 19 * * *' },
    { task: 'retention.identifications', match: '25 19 * * *' },
    { task: 'retention.profiles', match: '40 19 * * *' },
    { task: 'retention.notices', match: '55 19 * * *' },
  ],
}
