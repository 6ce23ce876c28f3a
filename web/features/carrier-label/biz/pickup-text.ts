import type { carrierLabelCalls } from '#contract/carrier-label'
import { labelOf, pickupTimeSlotLabel } from '#contract/codes'
import type { AskResult } from '#web/lib/ask.ts'

export type Pickup = AskResult<typeof carrierLabelCalls.pickups>['results'][number]

export const slotText = ({ pickupTimeSlot }: Pickup): string =>
  pickupTimeSlot ? labelOf(pickupTimeSlotLabel, pickupTimeSlot) : '時間の指定なし'

export const numbersOf = ({ boxes }: Pickup): string[] =>
  boxes.flatMap(({ trackingNumber }) => (trackingNumber ? [trackingNumber] : []))
