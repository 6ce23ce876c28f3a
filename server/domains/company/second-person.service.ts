import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import { nameOf, peopleBeside, tiesBetween } from './second-person.queries.ts'
import {
  type Circle,
  refusalOf,
  refusalSentence,
  type SecondAct,
  type SecondPersonRefusal,
} from './second-person.rules.ts'

/** Money and people of the operator's house; what two colleagues of a dealer do together. */
const circleOf: Readonly<Record<SecondAct, Circle>> = {
  approve: 'house',
  confirm: 'house',
  release: 'colleagues',
}

/** Who can be the second person: told for the house, whose people are few. */
export function ableToSecond(db: Db, first: number, act: 'approve' | 'confirm'): Promise<string[]> {
  return peopleBeside(db, first, { admins: act === 'confirm' })
}

/** Why this person may not be the second beside `first`, in a word and a sentence; undefined when it may. */
export async function secondPersonRefusal(
  db: Db,
  first: number,
  actor: BusinessActor,
  act: SecondAct,
): Promise<{ code: SecondPersonRefusal; sentence: string } | undefined> {
  const code = refusalOf(await tiesBetween(db, first, actor), circleOf[act])
  if (code === undefined) return undefined
  const told = {
    first: await nameOf(db, first),
    ...(act === 'release' ? {} : { able: await ableToSecond(db, first, act) }),
  }
  return { code, sentence: refusalSentence(code, act, told) }
}

/** Beside which of these people this person may be the second. */
export async function secondBeside(
  db: Db,
  firsts: readonly number[],
  actor: BusinessActor,
  act: SecondAct,
): Promise<ReadonlySet<number>> {
  const able = new Set<number>()
  for (const first of new Set(firsts)) {
    if (refusalOf(await tiesBetween(db, first, actor), circleOf[act]) === undefined) able.add(first)
  }
  return able
}

/** Refuses whoever is the first person, or may be it in another coat. */
export async function requireSecondPerson(
  tx: Tx,
  first: number,
  actor: BusinessActor,
  act: SecondAct,
): Promise<void> {
  const refusal = await secondPersonRefusal(tx, first, actor, act)
  if (refusal) throw refuse(refusal.code, { message: refusal.sentence })
}
