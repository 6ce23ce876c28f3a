import { customerCalls } from '#contract/customer'
import { sentenceFor } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { Section } from '#web/ui/page.tsx'
import type { OwnCustomer } from './use-own-customer.ts'

export function AutoTransfer({ customer }: { customer: OwnCustomer }) {
  const save = useMutationOf(customerCalls.update, {
    waits: true,
    rereadsOnError: true,
  })
  const on = save.isPending ? save.variables.body.autoTransfer === true : customer.autoTransfer
  return (
    <Section title="自動のお振込み">
      <Card style={{ paddingTop: 8, paddingBottom: 8 }}>
        <CheckField
          label="お手続きをしなくても、代金が入ってから7日後に自動でお振込みする"
          help="お振込みの日は、この画面に出ます。いつでも変えられます。"
          checked={on}
          error={save.error ? sentenceFor(save.error) : undefined}
          onChange={(event) => {
            if (save.isPending) return
            save.mutate({ params: { id: customer.id }, body: { autoTransfer: event.target.checked } })
          }}
        />
      </Card>
    </Section>
  )
}
