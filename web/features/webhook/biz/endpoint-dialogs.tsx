import { useId } from 'react'
import { webhookCalls, webhookEventLabel } from '#contract/webhook'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { NextButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { Form } from '#web/ui/form.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { StoredForm } from '#web/ui/stored-form.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { EndpointFields, type EndpointValues, endpointLabels, eventsMissing } from './endpoint-fields.tsx'

export type Endpoint = AskResult<typeof webhookCalls.list>['results'][number]
export type WithSecret = AskResult<typeof webhookCalls.create>

type CreateProps = { onMade: (endpoint: WithSecret) => void; onClose: () => void }

export function EndpointCreate({ onMade, onClose }: CreateProps) {
  const id = useId()
  const create = useMutationOf(webhookCalls.create)
  const { confirmed, dialog } = useReauthenticate()
  const draft = useDraft<EndpointValues>('webhook', { name: '', url: '', events: [] })
  const form = useCallForm<EndpointValues>({
    call: webhookCalls.create,
    labels: endpointLabels,
    draft,
    also: eventsMissing,
  })
  const save = async (body: EndpointValues) => {
    const made = await forForm(() => confirmed(() => create.mutateAsync({ body })))
    draft.clear()
    onMade(made)
  }
  return (
    <>
      <ActDialog
        title="送り先を登録する"
        confirm="登録する"
        Confirm={NextButton}
        form={id}
        pending={form.formState.isSubmitting}
        onClose={onClose}
      >
        <Form form={form} id={id} onValid={save}>
          <Stack gap={12}>
            <EndpointFields form={form} />
            <Muted>
              送るのは番号と状況だけで、お客さまの情報は含みません。届く順番は前後することがあります。
            </Muted>
          </Stack>
        </Form>
      </ActDialog>
      {dialog}
    </>
  )
}

const valuesOf = (endpoint: Endpoint | undefined): EndpointValues => ({
  name: endpoint?.name ?? '',
  url: endpoint?.url ?? '',
  events: endpoint?.events ?? [],
})

type EditProps = { endpoint: Endpoint; onSaved: (endpoint: Endpoint) => void; onClose: () => void }

export function EndpointEdit({ endpoint, onSaved, onClose }: EditProps) {
  const formId = useId()
  const update = useMutationOf(webhookCalls.update, { rereadsOnError: true })
  const { confirmed, dialog } = useReauthenticate()
  const isActive = endpoint.state === 'active' || endpoint.state === 'failing'
  const bodyOf = (values: EndpointValues) => ({ ...values, isActive })
  const setup = useStoredForm<EndpointValues, Endpoint>({
    draft: `webhook-${endpoint.id}`,
    stored: endpoint,
    valuesOf,
    rules: { call: webhookCalls.update, labels: endpointLabels, bodyOf, also: eventsMissing },
    save: (values, { version }) =>
      confirmed(() =>
        update.mutateAsync({ params: { id: endpoint.id }, body: { ...bodyOf(values), version } }),
      ),
    onSaved,
  })
  return (
    <>
      <ActDialog
        title={`「${endpoint.name}」の内容を変える`}
        onClose={onClose}
        confirm="保存する"
        form={formId}
        pending={setup.form.formState.isSubmitting}
      >
        <StoredForm
          setup={setup}
          id={formId}
          startAgain="保存されている内容に戻す"
          textOf={({ name, url, events }) => ({
            name,
            url,
            events: events.map((event) => webhookEventLabel[event]).join('、'),
          })}
        >
          <EndpointFields form={setup.form} />
        </StoredForm>
      </ActDialog>
      {dialog}
    </>
  )
}
