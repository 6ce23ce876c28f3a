import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { morningCutOff, pickupFrom, pickupUntil } from '#contract/application'
import { carrierServices, isPickupDayOpen, restDayText } from '#contract/carrier'
import { carrierLabel, carriers, pickupTimeSlotLabel, pickupTimeSlots } from '#contract/codes'
import type { Shop } from '#web/features/company/shared/shop-figures.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { Inset } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { DropOff } from './drop-off.tsx'
import { Fields, type PartProps } from './goods-fields.tsx'
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
}

export function SendingFields({ draft, change, problems, shop, place }: Props) {
  const ways = waysOf(shop)
  const pickup = draft.deliveringOption === 'PICKUP_ONLY'
  const today = todayInTokyo()
  const holidays = useHolidays()
  const isClosed = (date: string) =>
    !isPickupDayOpen(draft.carrier, date, new Date(), (day) => holidays.has(day))
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
      {draft.deliveringOption === 'SELF_ONLY' && <DropOff carrier={draft.carrier} />}
      {pickup && (
        <>
          <PickupPlace>
            <b>集荷先</b>
            {place}
          </PickupPlace>
          <DatePicker
            label="集荷日"
            required
            help={`明日から14日以内でお選びいただけます。${restDayText(draft.carrier) ?? ''}`}
            name="pickupDate"
            value={draft.pickupDate}
            error={problems.pickupDate}
            min={pickupFrom(today)}
            max={pickupUntil(today)}
            isClosed={isClosed}
            holidays={holidays}
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
