import type { FieldPath, FieldValues, Path } from 'react-hook-form'
import type { AnyCall } from '#contract/call'
import { type AskInput, fieldErrors, sentenceFor } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { bodyFrom, type FormRules, nameIn, useCallForm } from './call-form.ts'

export type BodyOf<C extends AnyCall> = NonNullable<AskInput<C>['body']>

export type ShortFormOptions<Values> = Omit<FormRules<Values>, 'call'> & {
  defaultValues: Values
  /** Keeps what is typed under this key until it is sent. */
  draft?: string
  /** Not kept. */
  omit?: readonly (keyof Values & string)[]
  /** Said instead of the server's sentence when somebody else was faster. */
  stale?: string
}

/**
 * The form of a call whose fields are all in view: errors stand at the fields, the first one gets the focus, and any
 * other refusal is `refusal`. Larger forms use `Form`, which lists the errors above the fields.
 */
export function useShortForm<C extends AnyCall, Values extends FieldValues>(
  call: C,
  { draft: key, omit, stale, defaultValues, ...options }: ShortFormOptions<Values>,
) {
  const rules = { ...options, call }
  // Version 1 of some drafts was a plain text.
  const draft = useDraft(key ?? '', defaultValues, { version: 2, omit })
  const form = useCallForm<Values>({
    ...rules,
    ...(key === undefined ? { defaultValues } : { draft }),
    mode: 'onSubmit',
  })

  const refuse = (error: unknown) => {
    const said = Object.entries(fieldErrors(error)).flatMap(([full, messages]) => {
      const name = nameIn(rules.labels, full)
      return name in rules.labels ? [{ name: name as Path<Values>, message: messages.join(' ') }] : []
    })
    for (const { name, message } of said) form.setError(name, { type: 'server', message })
    const sentence = stale !== undefined && currentOf(error) ? stale : sentenceFor(error)
    if (said.length === 0) form.setError('root.server', { type: 'server', message: sentence })
  }
  /** `send` gets the body as the call reads it; it resolves to false when the form stays as it is. */
  const submit = async (send: (body: BodyOf<C>) => unknown): Promise<void> => {
    if (form.formState.isSubmitting) return
    await form.handleSubmit(
      async (values) => {
        try {
          if ((await send(bodyFrom(rules, values) as BodyOf<C>)) !== false) draft.clear()
        } catch (error) {
          refuse(error)
        }
      },
      (errors) => {
        const first = Object.keys(rules.labels).find((name) => name in errors)
        if (!first) return
        form.setFocus(first as FieldPath<Values>)
        // `setFocus` reaches only fields of the form. Photos are kept outside it, so their input is found by its name.
        if (document.activeElement?.getAttribute('name') !== first)
          document.getElementsByName(first)[0]?.focus()
      },
    )()
  }
  return {
    ...form,
    submit,
    refuse,
    forget: draft.clear,
    pending: form.formState.isSubmitting,
    refusal: form.formState.errors.root?.server?.message,
  }
}
