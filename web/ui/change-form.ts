import type { FieldValues } from 'react-hook-form'
import type { AnyCall } from '#contract/call'
import type { AskInput } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { notify } from './notify.tsx'
import { type BodyOf, type ShortFormOptions, useShortForm } from './short-form.ts'

type Versioned = { id: number; version: number }

type Options<C extends AnyCall, Values> = Omit<ShortFormOptions<Values>, 'call' | 'bodyOf'> & {
  /** What is said afterwards. */
  done: string | ((body: BodyOf<C>) => string)
}

/**
 * For a `FormDialog` that changes one object: the version seen goes along. If somebody else was faster, the dialog says
 * so, keeps what is typed, and the next press changes what is there now.
 */
export function useChangeForm<C extends AnyCall, Values extends FieldValues>(
  call: C,
  object: Versioned,
  { done, ...options }: Options<C, Values>,
) {
  const change = useMutationOf(call, { rereadsOnError: true })
  const { version } = currentOf<Versioned>(change.error) ?? object
  const form = useShortForm<C, Values>(call, { ...options, bodyOf: (values) => ({ ...values, version }) })
  const send = async (body: BodyOf<C>) => {
    await change.mutateAsync({ params: { id: object.id }, body } as unknown as AskInput<C>)
    notify.done(typeof done === 'string' ? done : done(body))
  }
  return { form, send }
}
