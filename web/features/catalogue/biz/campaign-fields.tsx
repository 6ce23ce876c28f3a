import { campaignSentence } from '#contract/campaign'
import { catalogueCalls } from '#contract/catalogue'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import type { Choice } from '#web/ui/combobox.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import {
  type Campaign,
  type CampaignValues,
  campaignBonus,
  firstEnd,
  firstStart,
  hasBegun,
  whyFixed,
} from './campaign.rules.ts'
import { ConditionsField } from './conditions-field.tsx'

type Props = { form: CallForm<CampaignValues>; isFixed: boolean }

const kinds = [
  { value: 'percent' as const, label: '率', help: '減額したあとの額に掛けます' },
  { value: 'yen' as const, label: '金額', help: '1点ごとに同じ額を足します' },
]
const customers = [
  { value: 'no' as const, label: 'すべての方', help: '' },
  {
    value: 'yes' as const,
    label: '初めて売る方だけ',
    help: 'お申し込みの時点で、成約がない方。初めての成約までのお申し込みは、何回でも対象です',
  },
]
const publications = [
  { value: 'no' as const, label: '案内しない', help: 'サイトには出しません。査定には同じように上乗せします' },
  { value: 'yes' as const, label: '案内する', help: '期間中、期間と条件つきでサイトに出ます' },
]

export function CampaignFields({ form, stored }: Pick<Props, 'form'> & { stored: Campaign | undefined }) {
  const isFixed = hasBegun(stored) || whyFixed(stored) !== null
  const isRead = whyFixed(stored) !== null
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
      {!isFixed && (
        <DatePicker
          required
          help="明日からの日付です。今日は、すでに受けたお申し込みがあるかもしれないためです。"
          min={firstStart()}
          {...starts}
        />
      )}
      {!isRead && (
        <DatePicker
          required
          help={
            stored?.isAnnounced
              ? 'この日のお申し込みまで対象です。サイトで案内したので、延ばすことだけができます。'
              : 'この日のお申し込みまで対象です。'
          }
          min={firstEnd(stored)}
          {...ends}
        />
      )}
      <Conditions form={form} isFixed={isFixed} />
      <ChoiceField
        required
        columns={2}
        choices={customers.map((choice) => ({ ...choice, disabled: isFixed }))}
        {...customer}
      />
      <ChoiceField
        required
        columns={2}
        choices={publications.map((choice) => ({ ...choice, disabled: isRead }))}
        {...publication}
      />
      {publication.value === 'yes' && <Preview values={form.watch()} />}
    </>
  )
}

/** Shows the notice with the same words as the site. */
function Preview({ values }: { values: CampaignValues }) {
  const options = useConditionOptions()
  const companyName = useStaff()?.company.name ?? ''
  const { startsOn, endsOn, isFirstOnly } = values
  const bonus = campaignBonus(values)
  if (startsOn === '' || endsOn === '' || (!bonus.percent && !bonus.bonusYen)) return null
  const namesOf = (list: 'brands' | 'categories' | 'shops') =>
    values[list].flatMap((id) => options[list].options?.find(({ value }) => value === id)?.label ?? [])
  const hidden = options.brands.options?.filter(
    ({ value, isPrivate }) => isPrivate && values.brands.includes(value),
  )
  if (hidden && hidden.length > 0)
    return (
      <Notice tone="wait" title="サイトには出ません">
        {`${hidden.map(({ label }) => label).join('・')}は、サイトに出さないブランドです。対象に入っている間は案内しませんが、査定には上乗せします。`}
      </Notice>
    )
  const conditions = {
    companyName,
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

/** Brands, categories and shops to choose from. */
export function useConditionOptions() {
  const staff = useStaff()
  const brands = useCall(catalogueCalls.everyBrand)
  const categories = useCall(catalogueCalls.categories, { query: { all: true } })
  const tree = categories.data
  const shops: Choice<number>[] = (staff?.company.shops ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }))
  return {
    brands: {
      ...{ failed: brands.isError, again: brands.refetch },
      options: brands.data?.map(({ id, name, nameKana, isPrivate }) => ({
        ...{ value: id, label: name, hint: nameKana },
        isPrivate,
      })),
    },
    categories: {
      ...{ failed: categories.isError, again: categories.refetch },
      options: tree?.map(({ id, name, parent, isActive }) => ({
        ...{ value: id, label: name, hint: tree.find((one) => one.id === parent)?.name },
        isRetired: !isActive,
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
