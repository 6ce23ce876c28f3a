import { type SecondAct, type SecondPersonRefusal, secondPersonSentence } from '#contract/second-person'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import {
  type Among,
  nameOf,
  possibleSecondPersons,
  tiesBetween,
  wasLetInBy,
} from './second-person.queries.ts'
import { type Circle, refusalOf } from './second-person.rules.ts'

const circleOf: Readonly<Record<SecondAct, Circle>> = {
  approve: 'house',
  grant: 'house',
  confirm: 'house',
  check: 'house',
  release: 'colleagues',
  reset: 'house',
}

export function secondPersonsFor(
  db: Db,
  first: number,
  act: SecondAct,
  among: Omit<Among, 'admins'> = {},
): Promise<string[]> {
  return possibleSecondPersons(db, first, { ...among, admins: act === 'confirm' || act === 'reset' })
}

/** Whether `host` let this person in, directly or through others. */
export const isLetInBy = wasLetInBy

/** Null if this person may be the second. */
export async function secondPersonRefusal(
  db: Db,
  first: number,
  actor: BusinessActor,
  act: SecondAct,
): Promise<SecondPersonRefusal | null> {
  return refusalOf(await tiesBetween(db, first, actor), circleOf[act])
}

/** Returns those of these people beside whom this person may be the second. */
export async function firstPersonsFor(
  db: Db,
  firsts: readonly number[],
  actor: BusinessActor,
  act: SecondAct,
): Promise<ReadonlySet<number>> {
  const able = new Set<number>()
  for (const first of new Set(firsts)) {
    if ((await secondPersonRefusal(db, first, actor, act)) === null) able.add(first)
  }
  return able
}

export async function requireSecondPerson(
  tx: Tx,
  first: number,
  actor: BusinessActor,
  act: SecondAct,
  among: Omit<Among, 'admins'> = {},
): Promise<void> {
  const refusal = await secondPersonRefusal(tx, first, actor, act)
  if (refusal === null) return
  const names = { first: await nameOf(tx, first), able: await secondPersonsFor(tx, first, act, among) }
  throw refuse(refusal, { message: secondPersonSentence(refusal, act, names) })
}
