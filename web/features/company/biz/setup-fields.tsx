import { type ComponentProps, useId } from 'react'
import { storeLooks } from '#web/app/theme/stores.ts'
import { TextField } from '#web/ui/field.tsx'

type Props = ComponentProps<typeof TextField>

export const PhoneField = (props: Props) => (
  <TextField required type="tel" inputMode="tel" autoComplete="off" {...props} style={{ maxWidth: 220 }} />
)

const hasLook = (key: string): boolean => storeLooks().some((look) => look.key === key)

/** A key without a theme of its own shows the shared theme. */
export function StoreKeyField({ value, ...field }: Props & { value: string }) {
  const id = useId()
  return (
    <>
      <TextField
        required
        help={
          value === '' || hasLook(value)
            ? 'お店の見た目を決める名前です。専用の見た目がなければ default のままにします。'
            : 'このキーの見た目はまだ用意されていないので、標準の見た目で表示されます。'
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        list={`${id}-stores`}
        {...field}
        style={{ maxWidth: 240 }}
      />
      <datalist id={`${id}-stores`}>
        {storeLooks().map(({ key }) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  )
}
