import { type Consent, storeConsent, useConsent } from '#web/lib/measurement.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'

const choices = [
  { value: 'granted', label: '記録してよい' },
  { value: 'denied', label: '記録しない' },
] as const satisfies readonly { value: Consent; label: string }[]

export function ConsentChoice() {
  const consent = useConsent()
  return (
    <ChoiceField
      label="ご覧になったページと広告の記録"
      help={
        consent === null
          ? 'お選びいただくまでは記録しません。'
          : 'この端末での設定です。いつでも変えられます。'
      }
      choices={choices}
      value={consent}
      onChange={storeConsent}
      columns={2}
    />
  )
}
