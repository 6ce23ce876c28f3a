import type { BusinessActor } from './actor.ts'
import type { Config } from './config.ts'

/** Administrators and people of the operator need a second factor; other staff may set one up; who inspects the ledger cannot. */
export const isRequiredOf = (
  { role }: Pick<BusinessActor, 'role'>,
  { secondFactorRequired }: Pick<Config, 'secondFactorRequired'>,
): boolean => secondFactorRequired && role !== 'staff' && role !== 'inspector'
