import * as z from 'zod'
import { call } from './call.ts'

export const termsCalls = {
  current: call('GET /api/terms/', {
    summary: 'The terms in force',
    may: 'anyone',
    ok: z.object({ version: z.string(), effective_on: z.string(), body: z.string() }),
  }),
  byVersion: call('GET /api/terms/{version}/', {
    summary: 'Terms of a version, as frozen into requests',
    may: 'anyone',
    ok: z.object({ version: z.string(), effective_on: z.string(), body: z.string() }),
  }),
}
