import { type Ref, useEffect } from 'react'
import {
  type Control,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Mode,
  type RegisterOptions,
  type Resolver,
  set,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form'
import type { AnyCall } from '#contract/call'
import { japaneseIssue } from '#contract/messages'
import { BLUR_PATIENCE_MS } from '#web/lib/blur-patience.ts'
import { camelKey, toCamel, toSnake } from '#web/lib/case.ts'
import type { Draft } from '#web/lib/draft.ts'
import { readServerErrors } from './form-errors.ts'

/** Messages by dotted field name. */
export type Problems = Readonly<Record<string, string | undefined>>

export type FormRules<Values> = {
  /** The form is validated with the call's body schema. */
  call: AnyCall
  /** By dotted field name, in the order of the page. */
  labels: Readonly<Record<string, string>>
  /** Builds the call's body in camelCase; by default the values themselves. */
  bodyOf?: (values: Values) => object
  /** Messages for blank fields, instead of `<label>を入力してください。` */
  blank?: Problems
  /** Messages for blank and for invalid fields, instead of the contract's. */
  words?: Problems
  /** Rules of the contract beyond the schema; returns errors in the server's shape. */
  more?: (body: never) => object
  /** Rules of the form alone, such as those that depend on the time. */
  also?: (values: Values) => Problems
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const onWire = <Values>({ bodyOf }: FormRules<Values>, values: Values) =>
  toSnake(bodyOf ? bodyOf(values) : values) as object

/** The body as the call reads it: trimmed, and without what only the form knows. */
export const bodyFrom = <Values>(rules: FormRules<Values>, values: Values): unknown =>
  toCamel(rules.call.body?.parse(onWire(rules, values)))

/** The field of the form for a name in the body: a list is one field, and a field may be nested in a list. */
export function nameIn(labels: FormRules<unknown>['labels'], full: string): string {
  const parts = full.split('.')
  return [full, parts[0], parts.at(-1)].find((name) => name !== undefined && name in labels) ?? full
}

/** Returns messages in the order of the page. */
export function problemsOf<Values extends object>(
  rules: FormRules<Values>,
  values: Values,
): Record<string, string> {
  const { call, labels, blank = {}, words = {}, more, also } = rules
  const body = onWire(rules, values)
  const found: Record<string, string | undefined> = {}
  const issues = call.body?.safeParse(body, { error: japaneseIssue }).error?.issues ?? []
  const problems = [
    ...issues.map(({ path, message }) => ({
      name: path.map((key) => camelKey(String(key))).join('.'),
      message,
    })),
    ...readServerErrors(more?.(body as never)).fields,
  ]
  for (const { name: full, message } of problems) {
    const name = nameIn(labels, full)
    const missing =
      isBlank(get(toCamel(body), full)) && (blank[name] ?? `${labels[name]}を入力してください。`)
    found[name] ??= words[name] ?? (missing || message)
  }
  for (const [name, message] of Object.entries(also?.(values) ?? {})) if (message) found[name] = message
  const names = new Set([...Object.keys(labels), ...Object.keys(found)])
  return Object.fromEntries([...names].flatMap((name) => (found[name] ? [[name, found[name]]] : [])))
}

const resolverOf =
  <Values extends FieldValues>(rules: FormRules<Values>): Resolver<Values> =>
  (values) => {
    const problems = Object.entries(problemsOf(rules, values))
    if (problems.length === 0) return { values, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [name, message] of problems) set(errors, name, { type: 'validate', message })
    return { values: {}, errors }
  }

type Start<Values> =
  | { defaultValues: Values; draft?: undefined }
  /** The form starts from the draft and writes every change to it. */
  | { draft: Pick<Draft<Values>, 'value' | 'setValue'>; defaultValues?: undefined }

type Options<Values extends FieldValues> = FormRules<Values> &
  Start<Values> & {
    /** When a field is first validated. */
    mode?: Mode
  }

export function useCallForm<Values extends FieldValues>(options: Options<Values>) {
  const { draft, defaultValues = draft?.value, mode = 'onTouched', ...rules } = options
  const form: UseFormReturn<Values> = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: resolverOf(rules),
    mode,
    delayError: BLUR_PATIENCE_MS,
    shouldFocusError: false,
  })
  const { watch, getValues } = form
  const write = draft?.setValue
  useEffect(() => {
    if (!write) return
    const { unsubscribe } = watch(() => write(getValues()))
    return unsubscribe
  }, [watch, getValues, write])
  return withFields(form, rules.labels)
}

function withFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  labels: FormRules<Values>['labels'],
) {
  type Name = FieldPath<Values>
  /** Label, message and registration of a text field. */
  const field = <Of extends Name>(
    name: Of,
    options?: Pick<RegisterOptions<Values, Of>, 'onChange' | 'onBlur'>,
  ) => ({
    label: labels[name] ?? '',
    error: (get(form.formState.errors, name) as FieldError | undefined)?.message,
    ...form.register(name, options),
  })
  /**
   * The same, normalized on blur: full-width digits, hyphens, kana. Text that `normalize` cannot read stays as typed.
   */
  const tidied = <Of extends Name>(name: Of, normalize: (text: string) => string | null) => {
    const registered = field(name)
    return {
      ...registered,
      onBlur: async (event: { target: { value: string } }) => {
        const tidy = normalize(event.target.value)
        if (tidy !== null && tidy !== event.target.value) {
          form.setValue(name, tidy as FieldPathValue<Values, Of>, { shouldDirty: true })
        }
        await registered.onBlur(event)
      },
    }
  }
  return { ...form, labels, field, tidied }
}

export type CallForm<Values extends FieldValues> = ReturnType<typeof withFields<Values>>

/** Binds a composed field: choices, dates, amounts. */
export function useBound<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: { control: Control<Values>; labels: Readonly<Record<string, string>> },
  name: Name,
) {
  const { field, fieldState } = useController({ control: form.control, name })
  const { value, onChange, onBlur, ref } = field
  return {
    name,
    label: form.labels[name] ?? '',
    value,
    onChange,
    onBlur,
    ref,
    error: fieldState.error?.message,
  }
}

export type Bound = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string
  ref?: Ref<HTMLInputElement>
}
