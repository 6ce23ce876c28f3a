import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { morningCutOff, pickupWindow } from '#contract/application'
import { carrierServices, isPickupDayOpen, restDayText } from '#contract/carrier'
import { carrierLabel, carriers, pickupTimeSlotLabel, pickupTimeSlots } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import type { Shop } from '#web/features/company/shared/shop-figures.ts'
import { shortDate } from '#web/lib/dates.ts'
import { Inset } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { DropOff } from './drop-off.tsx'
import { Fields, type PartProps } from './goods-fields.tsx'
import { KitFields } from './kit-fields.tsx'
import { kitOnOf, type StoredKit } from './request-draft.ts'
import { useHolidays } from './use-holidays.ts'

const offered = {
  PICKUP_ONLY: {
    value: 'PICKUP_ONLY',
    label: '集荷に来てもらう',
    help: 'ご自宅まで取りに伺います。お支払いはありません。',
  },
  SELF_ONLY: {
    value: 'SELF_ONLY',
    label: '自分で送る',
    help: 'お近くの窓口に持ち込み、着払いでお送りください。',
  },
} as const

const PickupPlace = styled(Inset)({ fontSize: 13, '& > b': { display: 'block' } })

type Way = keyof typeof offered

export function waysOf({ deliveringOption }: Pick<Shop, 'deliveringOption'>): readonly Way[] {
  return deliveringOption === 'PICKUP_AND_SELF' ? ['PICKUP_ONLY', 'SELF_ONLY'] : [deliveringOption]
}

type Props = PartProps & {
  shop: Shop
  place: ReactNode
  /** Of a request that is changed. */
  stored?: StoredKit | null
}

export function SendingFields({ shop, place, stored, ...part }: Props) {
  const { draft, change, problems } = part
  const ways = waysOf(shop)
  const pickup = draft.deliveringOption === 'PICKUP_ONLY'
  const at = new Date()
  const { holidays, isHoliday } = useHolidays()
  const kitOn = kitOnOf(draft, { at, isHoliday, stored })
  const { from, until } = pickupWindow(tokyoDate(at), kitOn)
  const isClosed = (date: string) => !isPickupDayOpen(draft.carrier, date, at, isHoliday)
  return (
    <Fields>
      <ChoiceField
        label="送り方"
        required
        help={ways.length === 1 ? 'このお店は、この送り方だけをお受けしています。' : undefined}
        name="deliveringOption"
        value={draft.deliveringOption}
        error={problems.deliveringOption}
        onChange={(deliveringOption) => change({ deliveringOption })}
        choices={ways.map((way) => offered[way])}
      />
      {draft.deliveringOption && (
        <ChoiceField
          label="運送会社"
          required
          columns={3}
          name="carrier"
          value={draft.carrier}
          error={problems.carrier}
          onChange={(carrier) => change({ carrier })}
          choices={carriers.map((value) => ({
            value,
            label: carrierLabel[value],
            help: pickup || !carrierServices[value].stores ? undefined : 'コンビニからも送れます',
          }))}
        />
      )}
      {draft.deliveringOption && <KitFields {...part} {...{ shop, kitOn, stored }} />}
      {draft.deliveringOption === 'SELF_ONLY' && (
        <DropOff carrier={draft.carrier} hasKit={draft.boxSource === 'kit'} />
      )}
      {pickup && (
        <>
          <PickupPlace>
            <b>集荷先</b>
            {place}
          </PickupPlace>
          <DatePicker
            label="集荷日"
            required
            help={`${kitOn ? '段ボールが届く翌日の' : ''}${shortDate(from)}から${shortDate(until)}までの日をお選びいただけます。${restDayText(draft.carrier) ?? ''}`}
            name="pickupDate"
            value={draft.pickupDate}
            error={problems.pickupDate}
            min={from}
            max={until}
            isClosed={isClosed}
            holidays={holidays}
            takesImpossible
            onChange={(pickupDate) => change({ pickupDate })}
          />
          <ChoiceField
            label="時間帯"
            required
            help={`翌日の午前中は、前日の${morningCutOff}時までにお申し込みください。`}
            columns={2}
            name="pickupTimeSlot"
            value={draft.pickupTimeSlot}
            error={problems.pickupTimeSlot}
            onChange={(pickupTimeSlot) => change({ pickupTimeSlot })}
            choices={pickupTimeSlots.map((value) => ({ value, label: pickupTimeSlotLabel[value] }))}
          />
        </>
      )}
    </Fields>
  )
}
