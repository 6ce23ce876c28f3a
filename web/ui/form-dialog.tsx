import type { ComponentProps } from 'react'
import type { AnyCall } from '#contract/call'
import { ActDialog } from './act-dialog.tsx'
import { DangerButton } from './button.tsx'
import { TextArea } from './field.tsx'
import { ErrorText } from './field-style.tsx'
import { Stack } from './page.tsx'
import { type BodyOf, useShortForm } from './short-form.ts'

type FormDialogProps<Body> = Pick<
  ComponentProps<typeof ActDialog>,
  'title' | 'confirm' | 'Confirm' | 'startsSafe' | 'onClose' | 'children'
> & {
  form: {
    submit: (send: (body: Body) => unknown) => Promise<void>
    pending: boolean
    refusal: string | undefined
  }
  /** The dialog closes when this resolves, unless to false. */
  send: (body: Body) => unknown
}

/** A dialog that makes a call with what is typed in it. No `form` element: scanners end each code with Enter. */
export function FormDialog<Body>(props: FormDialogProps<Body>) {
  const { form, Confirm = DangerButton, send, children, ...dialog } = props
  const submit = () =>
    form.submit(async (body) => {
      const done = await send(body)
      if (done !== false) dialog.onClose()
      return done
    })
  return (
    <ActDialog {...dialog} Confirm={Confirm} onConfirm={() => void submit()} pending={form.pending}>
      <Stack gap={12}>
        {children}
        {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
      </Stack>
    </ActDialog>
  )
}

export const MISSING_REASON = '理由を入力してください'

type ReasonDialogProps<C extends AnyCall> = Pick<
  FormDialogProps<BodyOf<C>>,
  'title' | 'confirm' | 'send' | 'onClose' | 'children'
> & {
  call: C
  label: string
  help?: string
  /** Keeps the reason under this key until it is sent. */
  draft?: string
  /** Builds the call's body, where it is more than the reason. */
  bodyOf?: (values: { reason: string }) => object
}

/** Asks for the reason of a call that cannot be undone. */
export function ReasonDialog<C extends AnyCall>(props: ReasonDialogProps<C>) {
  const { call, label, help, draft, bodyOf, children, ...dialog } = props
  const form = useShortForm(call, {
    labels: { reason: label },
    blank: { reason: MISSING_REASON },
    defaultValues: { reason: '' },
    draft,
    bodyOf,
  })
  return (
    <FormDialog form={form} {...dialog}>
      <p>{children}</p>
      <TextArea required autoFocus maxLength={200} help={help} {...form.field('reason')} />
    </FormDialog>
  )
}
