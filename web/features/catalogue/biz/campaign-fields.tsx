import { campaignSentence } from '#contract/campaign'
import { catalogueCalls } from '#contract/catalogue'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import type { Choice } from '#web/ui/combobox.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { type CampaignValues, campaignBonus } from './campaign.rules.ts'
import { ConditionsField } from './conditions-field.tsx'

type Props = { form: CallForm<CampaignValues>; isFixed: boolean }

const kinds = [
  { value: 'percent' as const, label: '率', help: '減額したあとの額に掛けます' },
  { value: 'yen' as const, label: '金額', help: '1点ごとに同じ額を足します' },
]
const customers = [
  { value: 'no' as const, label: 'すべての方', help: '' },
  { value: 'yes' as const, label: '初めて売る方だけ', help: 'お申し込みの時点で、成約がない方' },
]
const publications = [
  { value: 'no' as const, label: '案内しない', help: '業務の画面だけで使います' },
  { value: 'yes' as const, label: '案内する', help: '期間中、期間と条件つきでサイトに出ます' },
]

export function CampaignFields({ form, isFixed }: Props) {
  const starts = useBound(form, 'startsOn')
  const ends = useBound(form, 'endsOn')
  const customer = useBound(form, 'isFirstOnly')
  const publication = useBound(form, 'isPublished')
  return (
    <>
      <TextField
        required
        readOnly={isFixed}
        help="査定結果の計算とサイトの案内に、この名前で出ます。条件のある上乗せを、条件なしに読める名前にしないでください。"
        autoComplete="off"
        maxLength={60}
        {...form.field('name')}
      />
      <BonusFields form={form} isFixed={isFixed} />
      {!isFixed && <DatePicker required min={todayInTokyo()} {...starts} />}
      <DatePicker required help="この日のお申し込みまで対象です。" min={todayInTokyo()} {...ends} />
      <Conditions form={form} isFixed={isFixed} />
      <ChoiceField
        required
        columns={2}
        choices={customers.map((choice) => ({ ...choice, disabled: isFixed }))}
        {...customer}
      />
      <ChoiceField required columns={2} choices={publications} {...publication} />
      {publication.value === 'yes' && <Preview values={form.watch()} />}
    </>
  )
}

/** As customers will read it. */
function Preview({ values }: { values: CampaignValues }) {
  const options = useConditionOptions()
  const { startsOn, endsOn, isFirstOnly } = values
  const bonus = campaignBonus(values)
  if (startsOn === '' || endsOn === '' || (!bonus.percent && !bonus.bonusYen)) return null
  const namesOf = (list: 'brands' | 'categories' | 'shops') =>
    values[list].flatMap((id) => options[list].options?.find(({ value }) => value === id)?.label ?? [])
  const conditions = {
    brandNames: namesOf('brands'),
    categoryNames: namesOf('categories'),
    shopNames: namesOf('shops'),
    isFirstOnly: isFirstOnly === 'yes',
  }
  return (
    <Notice tone="plain" title="サイトに出る案内">
      {campaignSentence({ ...bonus, startsOn, endsOn, ...conditions })}
    </Notice>
  )
}

function BonusFields({ form, isFixed }: Props) {
  const kind = useBound(form, 'kind')
  const cap = useBound(form, 'bonusCap')
  const yen = useBound(form, 'bonusYen')
  return (
    <>
      <ChoiceField
        required
        columns={2}
        choices={kinds.map((choice) => ({ ...choice, disabled: isFixed }))}
        {...kind}
      />
      {kind.value === 'percent' ? (
        <>
          <TextField
            required
            readOnly={isFixed}
            help="基準額から減額を引いた額に、この率を掛けて上乗せします。1円未満は切り捨てます。"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            {...form.field('percent')}
          />
          <YenField readOnly={isFixed} help="空のままなら、上限はありません。" {...cap} />
        </>
      ) : (
        <YenField
          required
          readOnly={isFixed}
          help="減額したあとの額を超えて上乗せすることはありません。"
          {...yen}
        />
      )}
    </>
  )
}

/** What the conditions may name. */
export function useConditionOptions() {
  const staff = useStaff()
  const brands = useCall(catalogueCalls.everyBrand)
  const categories = useCall(catalogueCalls.categories)
  const tree = categories.data
  const shops: Choice<number>[] = (staff?.company.shops ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }))
  return {
    brands: {
      ...{ failed: brands.isError, again: brands.refetch },
      options: brands.data?.map(({ id, name, nameKana }) => ({ value: id, label: name, hint: nameKana })),
    },
    categories: {
      ...{ failed: categories.isError, again: categories.refetch },
      options: tree?.map(({ id, name, parent }) => ({
        value: id,
        label: name,
        hint: tree.find((one) => one.id === parent)?.name,
      })),
    },
    shops: { failed: false, again: async () => undefined, options: shops },
  }
}

function Conditions({ form, isFixed }: Props) {
  const options = useConditionOptions()
  const { ref: _brands, ...brands } = useBound(form, 'brands')
  const { ref: _categories, ...categories } = useBound(form, 'categories')
  const { ref: _shops, ...shops } = useBound(form, 'shops')
  return (
    <>
      <ConditionsField {...options.brands} {...brands} readOnly={isFixed} />
      <ConditionsField {...options.categories} {...categories} readOnly={isFixed} />
      <ConditionsField {...options.shops} {...shops} readOnly={isFixed} />
    </>
  )
}
