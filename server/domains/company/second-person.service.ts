import { type SecondAct, type SecondPersonRefusal, secondPersonSentence } from '#contract/second-person'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import { nameOf, possibleSecondPersons, tiesBetween, wasLetInBy } from './second-person.queries.ts'
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
  act: Exclude<SecondAct, 'release'>,
  except?: number,
): Promise<string[]> {
  return possibleSecondPersons(db, first, { admins: act === 'confirm' || act === 'reset', except })
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
  except?: number,
): Promise<void> {
  const refusal = await secondPersonRefusal(tx, first, actor, act)
  if (refusal === null) return
  const able = act === 'release' ? undefined : await secondPersonsFor(tx, first, act, except)
  const names = { first: await nameOf(tx, first), able }
  throw refuse(refusal, { message: secondPersonSentence(refusal, act, names) })
}
