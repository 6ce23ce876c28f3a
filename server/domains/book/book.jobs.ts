import { systemActor } from '#server/platform/actor'
import type { Jobs } from '#server/platform/jobs'
import { prove } from './book.proof.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'book.prove': unknown
  }
}

export const bookJobs: Jobs<'book'> = {
  tasks: (db, tools) => ({
    'book.prove': async () => {
      await prove(db, systemActor(tools.clock.now()), tools)
    },
  }),
  schedules: [{ task: 'book.prove', match: '0 18 * * *' }],
}
