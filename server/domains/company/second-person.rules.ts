import type { SecondPersonRefusal } from '#contract/second-person'

export interface Ties {
  is_same: boolean
  /** One let the other in, directly or through others. */
  is_linked: boolean
  /** The first person was signed in on this device within the last month. */
  on_device: boolean
  /** Sessions of both used the same network within the last week. */
  on_network: boolean
}

export const tieDays = { device: 30, network: 7 } as const

/** Colleagues of a dealer work on one network: it ties only people of the house. */
export type Circle = 'house' | 'colleagues'

export function refusalOf(ties: Ties, circle: Circle): SecondPersonRefusal | null {
  if (ties.is_same) return 'two_people_required'
  if (ties.is_linked) return 'second_person_invited'
  if (ties.on_device) return 'second_person_device'
  if (circle === 'house' && ties.on_network) return 'second_person_network'
  return null
}
