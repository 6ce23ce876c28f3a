import type { SecondPersonRefusal } from '#contract/second-person'

export interface Ties {
  is_same: boolean
  /** One let the other in, directly or through others. */
  is_linked: boolean
  is_newly_linked: boolean
  /** The first person was signed in on this device within the last month. */
  on_device: boolean
  /** Sessions of both used the same network within the last week. */
  on_network: boolean
}

export const tieDays = { device: 30, network: 7, invitation: 30 } as const

/** In the house every tie counts; colleagues of a dealer share a network, so only a device or a recent link does. */
export type Circle = 'house' | 'colleagues'

export function refusalOf(ties: Ties, circle: Circle): SecondPersonRefusal | null {
  if (ties.is_same) return 'two_people_required'
  if (circle === 'house' ? ties.is_linked : ties.is_newly_linked) return 'second_person_invited'
  if (ties.on_device) return 'second_person_device'
  if (circle === 'house' && ties.on_network) return 'second_person_network'
  return null
}
