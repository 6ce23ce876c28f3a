import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { BLUR_PATIENCE_MS } from '#web/lib/blur-patience.ts'
import { currentOf } from '#web/lib/currents.ts'
import { useDraft } from '#web/lib/draft.ts'

export type Problems = Readonly<Record<string, string>>

type Spec<Values extends FieldValues, Stored extends { version: number }> = {
  draft: string
  stored: Stored | undefined
  valuesOf: (stored: Stored | undefined) => Values
  /** By dotted field name. */
  problemsOf: (values: Values) => Problems
  /** Resolves to false when the user cancels. */
  save: (values: Values, version: number) => Promise<Stored | false>
  onSaved: (stored: Stored) => void
}

type Written<Values> = { version: number; values: Values | null }

const resolverOf =
  <Values extends FieldValues>(problemsOf: (values: Values) => Problems): Resolver<Values> =>
  (values) => {
    const problems = Object.entries(problemsOf(values))
    if (problems.length === 0) return { values, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [name, message] of problems) set(errors, name, { type: 'validate', message })
    return { values: {}, errors }
  }

/** Keeps a draft, sends the version it is based on, and shows both versions after a conflict. */
export function useSetupForm<Values extends FieldValues, Stored extends { version: number }>(
  spec: Spec<Values, Stored>,
) {
  const { stored, valuesOf, problemsOf } = spec
  const draft = useDraft<Written<Values>>(spec.draft, { version: 0, values: null })
  const [restored, setRestored] = useState(draft.restored && draft.value.values !== null)
  const [conflict, setConflict] = useState<Stored>()
  // A draft keeps its base version, so that a change made meanwhile shows as a conflict.
  const version = useRef(restored ? draft.value.version : (stored?.version ?? 0))
  const form: UseFormReturn<Values> = useForm<Values>({
    defaultValues: {
      ...valuesOf(stored),
      ...(restored ? draft.value.values : null),
    } as DefaultValues<Values>,
    resolver: resolverOf(problemsOf),
    mode: 'onTouched',
    delayError: BLUR_PATIENCE_MS,
    shouldFocusError: false,
  })
  const { setValue: write } = draft
  useEffect(() => {
    const watching = form.watch((_, { name }) => {
      if (name) write({ version: version.current, values: form.getValues() })
    })
    return () => watching.unsubscribe()
  }, [form, write])

  const startAgain = () => {
    version.current = stored?.version ?? 0
    form.reset(valuesOf(stored))
    draft.clear()
    setRestored(false)
  }
  const send = async (values: Values): Promise<void> => {
    try {
      const saved = await spec.save(values, version.current)
      if (saved === false) return
      draft.clear()
      spec.onSaved(saved)
    } catch (error) {
      const current = currentOf<Stored>((error as { cause?: unknown }).cause ?? error)
      if (!current) throw error
      setConflict(current)
    }
  }
  /** Rebases the form on the stored record; the caller submits again. */
  const settle = (theirs: Stored, taken: readonly string[]) => {
    version.current = theirs.version
    const values = valuesOf(theirs)
    for (const name of taken) {
      const path = name as Path<Values>
      form.setValue(path, values[name] as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    setConflict(undefined)
  }
  return {
    form,
    restored,
    startAgain,
    send,
    valuesOf,
    conflict,
    settle,
    closeConflict: () => setConflict(undefined),
  }
}

export type SetupFormState<Values extends FieldValues, Stored extends { version: number }> = ReturnType<
  typeof useSetupForm<Values, Stored>
>
