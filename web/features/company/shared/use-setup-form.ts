import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { currentOf } from '#web/lib/currents.ts'
import { useDraft } from '#web/lib/draft.ts'
import { type FormRules, useCallForm } from '#web/ui/call-form.ts'

type Spec<Values extends FieldValues, Stored extends { version: number }> = {
  draft: string
  stored: Stored | undefined
  valuesOf: (stored: Stored | undefined) => Values
  rules: FormRules<Values>
  /** Resolves to false when the user cancels. */
  save: (values: Values, version: number) => Promise<Stored | false>
  onSaved: (stored: Stored) => void
}

type Written<Values> = { version: number; values: Values | null }

/** Keeps a draft, sends the version it is based on, and shows both versions after a conflict. */
export function useSetupForm<Values extends FieldValues, Stored extends { version: number }>(
  spec: Spec<Values, Stored>,
) {
  const { stored, valuesOf } = spec
  const draft = useDraft<Written<Values>>(spec.draft, { version: 0, values: null })
  const [restored, setRestored] = useState(draft.restored && draft.value.values !== null)
  const [conflict, setConflict] = useState<Stored>()
  // A draft keeps its base version, so that a change made meanwhile shows as a conflict.
  const version = useRef(restored ? draft.value.version : (stored?.version ?? 0))
  const form = useCallForm<Values>({
    ...spec.rules,
    defaultValues: { ...valuesOf(stored), ...(restored ? draft.value.values : null) },
  })
  const { setValue: write } = draft
  useEffect(() => {
    const watching = form.watch((_, { name }) => {
      if (name) write({ version: version.current, values: form.getValues() })
    })
    return () => watching.unsubscribe()
  }, [form.watch, form.getValues, write])

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
