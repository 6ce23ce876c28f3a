import { type WebhookEvent, webhookEventLabel, webhookEvents } from '#contract/webhook'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { CheckList } from '#web/ui/check-list.tsx'
import { TextField } from '#web/ui/field.tsx'

export type EndpointValues = { name: string; url: string; events: WebhookEvent[] }

export const endpointLabels = { name: '名前', url: 'アドレス', events: '知らせる出来事' }

export const eventsMissing = ({ events }: EndpointValues) => ({
  events: events.length === 0 ? '知らせる出来事を1つ以上選んでください。' : undefined,
})

const choices = webhookEvents.map((value) => ({ value, label: webhookEventLabel[value] }))

export function EndpointFields({ form }: { form: CallForm<EndpointValues> }) {
  const events = useBound(form, 'events')
  return (
    <>
      <TextField
        required
        autoFocus
        maxLength={60}
        autoComplete="off"
        help="例 在庫管理"
        {...form.field('name')}
      />
      <TextField
        required
        type="url"
        inputMode="url"
        maxLength={500}
        autoComplete="off"
        help="https:// で始まる、インターネットから開けるアドレス"
        {...form.field('url')}
      />
      <CheckList required choices={choices} {...events} />
    </>
  )
}
