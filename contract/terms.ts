import * as z from 'zod'
import { call } from './call.ts'
import { date } from './field.ts'

export const about = 'Terms of use.'

export const termsCalls = {
  current: call('GET /api/terms/', {
    summary: 'The terms in force',
    may: 'anyone',
    reads: ['terms'],
    errors: ['not_found'],
    ok: z.object({
      version: z.string().describe('Which version it is.'),
      effective_on: date,
      body: z.string(),
    }),
  }),
  byVersion: call('GET /api/terms/{terms_version}/', {
    summary: 'Terms of a version, as frozen into requests',
    may: 'anyone',
    reads: ['terms'],
    ok: z.object({
      version: z.string().describe('Which version it is.'),
      effective_on: date,
      body: z.string(),
    }),
  }),
}
