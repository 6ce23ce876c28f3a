import type { Jobs } from '#server/jobs'
import { systemActor } from '#server/platform/actor'
import { prove } from './book.proof.ts'

/** Every night at three (Tokyo) the books are proved. */
export const bookJobs: Jobs = {
  tasks: (db, tools) => ({
    'book.prove': async () => {
      await prove(db, systemActor(tools.clock.now()), tools)
    },
  }),
  schedules: [{ task: 'book.prove', match: '0 18 * * *' }],
}
