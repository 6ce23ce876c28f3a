import type { ComponentProps } from 'react'
import { ChoiceField } from '#web/ui/choice-field.tsx'

type Holder = 'person' | 'corporation'
type Rest = Omit<ComponentProps<typeof ChoiceField<Holder>>, 'label' | 'choices' | 'value' | 'onChange'>

/** Asked at sign-up; the profile changes it. */
export function HolderChoice(props: Rest & { value: boolean; onChange: (isCorporate: boolean) => void }) {
  const { value, onChange, ...rest } = props
  return (
    <ChoiceField
      {...rest}
      label="どちらの名義で売りますか"
      columns={2}
      choices={[
        { value: 'person', label: '個人', help: 'ご自分の持ち物' },
        { value: 'corporation', label: '法人', help: '会社などの持ち物' },
      ]}
      value={value ? 'corporation' : 'person'}
      onChange={(holder) => onChange(holder === 'corporation')}
    />
  )
}
