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

const circleOf: Readonly<Record<SecondAct, Circle>> = {
  approve: 'house',
  confirm: 'house',
  release: 'colleagues',
}

export function ableToSecond(db: Db, first: number, act: 'approve' | 'confirm'): Promise<string[]> {
  return peopleBeside(db, first, { admins: act === 'confirm' })
}

/** Returns the code and sentence of the refusal, or undefined if this person may be the second. */
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

/** Returns those of these people beside whom this person may be the second. */
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

export async function requireSecondPerson(
  tx: Tx,
  first: number,
  actor: BusinessActor,
  act: SecondAct,
): Promise<void> {
  const refusal = await secondPersonRefusal(tx, first, actor, act)
  if (refusal) throw refuse(refusal.code, { message: refusal.sentence })
}
