import { staffRoleLabel } from '#contract/business-user'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { CheckField, ChoiceField } from '#web/ui/choice-field.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/page.tsx'
import type { UserValues } from './user.rules.ts'

export const roleChoices = [
  {
    value: 'admin' as const,
    label: staffRoleLabel.admin,
    help: '担当者、マスター、台帳と個人情報の書き出しも扱います。',
  },
  {
    value: 'staff' as const,
    label: staffRoleLabel.staff,
    help: '受け取り、査定、返送などの毎日の仕事をします。',
  },
]

type Props = {
  form: CallForm<UserValues>
  shops: readonly { id: number; name: string }[]
  /** Somebody limited to shops cannot give all of them. */
  mayGiveAll: boolean
}

export function RightsFields({ form, shops, mayGiveAll }: Props) {
  const role = useBound(form, 'role')
  const reach = useBound(form, 'reach')
  return (
    <>
      <ChoiceField required choices={roleChoices} {...role} />
      {shops.length > 0 && mayGiveAll && (
        <ChoiceField
          required
          columns={2}
          choices={[
            { value: 'all' as const, label: 'すべての店舗' },
            { value: 'some' as const, label: '店舗を選ぶ' },
          ]}
          {...reach}
        />
      )}
      {shops.length > 0 && (!mayGiveAll || reach.value === 'some') && (
        <ShopsField form={form} shops={shops} />
      )}
    </>
  )
}

function ShopsField({ form, shops }: Pick<Props, 'form' | 'shops'>) {
  const { value, onChange, onBlur, ref, error } = useBound(form, 'shops')
  const chosen: number[] = value
  return (
    <FieldGroup
      label="受け持つ店舗"
      required
      error={error}
      help="選んだ店舗の申し込み、商品、お客さま、台帳だけを見られます。"
    >
      <Stack gap={0}>
        {shops.map(({ id, name }, index) => (
          <CheckField
            key={id}
            label={name}
            ref={index === 0 ? ref : undefined}
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, id] : chosen.filter((shop) => shop !== id))
            }
            onBlur={onBlur}
          />
        ))}
      </Stack>
    </FieldGroup>
  )
}
