import type { ComponentType, ReactNode } from 'react'
import type { AnyCall } from '#contract/call'
import { DangerButton, type KitButtonProps, QuietButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { ErrorText } from './field-style.tsx'
import { Stack } from './page.tsx'
import { type BodyOf, useShortForm } from './short-form.ts'

type FormDialogProps<Body> = {
  form: {
    submit: (send: (body: Body) => unknown) => Promise<void>
    pending: boolean
    refusal: string | undefined
  }
  title: string
  confirm: ReactNode
  Confirm?: ComponentType<KitButtonProps>
  /** Where a hasty Enter must change nothing. */
  startsSafe?: boolean
  /** The dialog closes when this resolves, unless to false. */
  send: (body: Body) => unknown
  onClose: () => void
  children: ReactNode
}

/** A dialog that makes a call with what is typed in it. No `form` element: scanners end each code with Enter. */
export function FormDialog<Body>(props: FormDialogProps<Body>) {
  const { form, title, confirm, Confirm = DangerButton, startsSafe, send, onClose, children } = props
  const submit = () =>
    form.submit(async (body) => {
      const done = await send(body)
      if (done !== false) onClose()
      return done
    })
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Confirm onClick={() => void submit()} pending={form.pending}>
            {confirm}
          </Confirm>
          <QuietButton onClick={onClose} autoFocus={startsSafe}>
            戻る
          </QuietButton>
        </>
      }
    >
      <Stack gap={12}>
        {children}
        {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
      </Stack>
    </Dialog>
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
