import { tokyoDate } from '#contract/day'
import { isTermsVersion, termsProblem } from '#contract/terms-text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import { type FieldErrors, invalid, notFound, refuse } from '#server/platform/refusal'
import { type TermsRow, termsRows } from './terms.queries.ts'

type TermsState = 'upcoming' | 'current' | 'past'
type Listed = TermsRow & { state: TermsState }

function stated(rows: readonly TermsRow[], at: Date): Listed[] {
  const today = tokyoDate(at)
  // Newest first, so the first one that has begun is in force.
  const current = rows.find(({ effective_on }) => effective_on <= today)
  return rows.map((row) => ({
    ...row,
    state: row.effective_on > today ? 'upcoming' : row === current ? 'current' : 'past',
  }))
}

export async function listTerms(db: Db, actor: BusinessActor): Promise<Listed[]> {
  return stated(await termsRows(db), actor.at)
}

export interface NewTerms {
  version: string
  effective_on: string
  body: string
}

function problemsOf(input: NewTerms, known: readonly TermsRow[], today: string): FieldErrors {
  const problems: FieldErrors = {}
  if (!isTermsVersion(input.version)) {
    problems.version = ['版の名前は、半角の英数字とハイフンで20文字までにしてください(例 2026-12)。']
  } else if (known.some(({ version }) => version === input.version)) {
    problems.version = ['同じ名前の版があります。']
  }
  if (input.effective_on < today) problems.effective_on = ['今日か、これからの日付にしてください。']
  else if (known.some(({ effective_on }) => effective_on === input.effective_on)) {
    problems.effective_on = ['同じ日に始まる版があります。']
  }
  const body = termsProblem(input.body)
  if (body) problems.body = [body]
  return problems
}

// Administrators only. Serializes publication, so that no two versions begin on one day.
async function lockTerms(tx: Tx, actor: BusinessActor): Promise<void> {
  if (!actor.is_admin) throw refuse('permission_denied')
  await lockNamed(tx, 'terms.setup')
}

/** Published texts are immutable, because people consented to them. */
export async function publishTerms(tx: Tx, actor: BusinessActor, typed: NewTerms): Promise<Listed> {
  await lockTerms(tx, actor)
  const input = { ...typed, body: typed.body.replaceAll('\r\n', '\n') }
  const problems = problemsOf(input, await termsRows(tx), tokyoDate(actor.at))
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await tx.insertInto('terms').values(input).execute()
  await recordActivity(tx, actor, {
    action: 'terms.publish',
    object_type: 'terms',
    object_id: input.version,
    detail: { effective_on: input.effective_on },
  })
  return versionOf(tx, actor, input.version)
}

async function versionOf(tx: Tx, actor: BusinessActor, version: string): Promise<Listed> {
  const found = (await listTerms(tx, actor)).find((row) => row.version === version)
  if (!found) throw notFound()
  return found
}

export async function withdrawTerms(tx: Tx, actor: BusinessActor, version: string): Promise<void> {
  await lockTerms(tx, actor)
  const found = await versionOf(tx, actor, version)
  if (found.state !== 'upcoming') throw refuse('terms_in_force')
  await tx.deleteFrom('terms').where('version', '=', version).execute()
  await recordActivity(tx, actor, { action: 'terms.withdraw', object_type: 'terms', object_id: version })
}
