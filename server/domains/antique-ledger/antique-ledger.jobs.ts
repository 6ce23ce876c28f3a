import type { Jobs } from '#server/platform/jobs'
import { writeCheckpoint } from './antique-ledger.checkpoint.ts'
import { verifyAll } from './antique-ledger.verify.ts'
import { mailCheckpoints } from './checkpoint-mail.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'antique-ledger.checkpoint': { company: number }
    'antique-ledger.mail': unknown
    'antique-ledger.verify': unknown
  }
}

export const antiqueLedgerJobs: Jobs<'antique-ledger'> = {
  tasks: (db, tools) => ({
    'antique-ledger.checkpoint': async ({ company }) => {
      await writeCheckpoint(db, company, tools)
    },
    'antique-ledger.mail': () => mailCheckpoints(db, tools),
    'antique-ledger.verify': async () => {
      for (const result of await verifyAll(db, tools, { at: tools.clock.now() })) {
        const { company_id, is_ok, count, first_bad_seq, problem, warnings } = result
        if (!is_ok) tools.log.error({ company_id, count, first_bad_seq, problem }, 'ledger does not verify')
        else if (warnings.length > 0)
          tools.log.warn({ company_id, count, warnings }, 'ledger verifies with warnings')
        // Makes up for checkpoint jobs that failed for good, for example on a full disk.
        await writeCheckpoint(db, company_id, tools)
      }
    },
  }),
  schedules: [
    { task: 'antique-ledger.verify', match: '40 18 * * *' },
    // From 5:00 in Tokyo, and later that day where no process ran at 5:00.
    { task: 'antique-ledger.mail', match: '0 0-14,20-23 * * *' },
  ],
}
