import * as z from 'zod'
import { call } from './call.ts'
import { countFrom, dateTime, email, id, maybeText, page, paged, text, word } from './field.ts'

export const inspectionStateLabel = {
  valid: '閲覧できる',
  expired: '期限切れ',
  ended: '終了',
} as const

/** Longer is a new decision: an inspection takes a day, questions about it some more. */
export const mostInspectionDays = 30

export const inspection = z
  .object({
    id,
    authority: z.string().describe('Who inspects.').meta({ example: '渋谷警察署 生活安全課' }),
    officer: z.string().describe('Name of the officer; may be blank.').meta({ example: '巡査部長 中野 守' }),
    email: z.string(),
    valid_until: dateTime.describe('From then on the sign-in no longer works.'),
    state: word(inspectionStateLabel),
    begun_by: z.string().describe('Who made the sign-in.').meta({ example: '青山 一郎' }),
    is_beginner_in_charge: z
      .boolean()
      .describe('Whether who began it is still an administrator of all shops; it goes on without them.'),
    begun_at: dateTime.describe('When it was made.'),
    ended_by: z
      .string()
      .describe('Who ended it early; blank while nobody has.')
      .meta({ example: '青山 一郎' }),
    ended_at: dateTime.describe('When it was ended early.').nullable(),
    last_sign_in_at: dateTime.describe('When somebody last signed in with it.').nullable(),
    has_password: z.boolean().describe('Whether the link in the mail was used.'),
  })
  .describe('A sign-in for police who inspect the antique ledger.')

export const about = 'Sign-ins for police who inspect the antique ledger: limited in time, read only.'

const may = 'biz.inspection.manage'

export const inspectionCalls = {
  list: call('GET /api/biz/inspections/', {
    summary: 'Sign-ins for inspections of the own company, newest first',
    may,
    reads: ['inspection'],
    sensitive: true,
    query: z.object({ ...paged }),
    ok: page(inspection),
  }),
  begin: call('POST /api/biz/inspections/', {
    summary: 'Make a sign-in that reads the ledger for some days, and mail the link to its password',
    may,
    changes: ['inspection'],
    idempotent: true,
    limit: 'mail',
    freshSignIn: true,
    status: 201,
    body: z.object({
      authority: text(80).describe('Who inspects.').meta({ example: '渋谷警察署 生活安全課' }),
      officer: maybeText(80)
        .describe('Name of the officer; may be blank.')
        .meta({ example: '巡査部長 中野 守' }),
      email,
      days: countFrom(1, mostInspectionDays)
        .describe('For how many days; the last one counts to its end.')
        .meta({ example: 7 }),
    }),
    ok: inspection,
    errors: ['email_taken', 'reauthentication_required', 'idempotency_key_reused'],
  }),
  end: call('POST /api/biz/inspections/{id}/end/', {
    summary: 'End a sign-in for an inspection early, whoever began it; repeated is fine',
    may,
    changes: ['inspection'],
    repeated: 'changes nothing',
    ok: inspection,
  }),
}
