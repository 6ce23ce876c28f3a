import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { type FormRules, useCallForm } from './call-form.ts'

type Base<Stored> = { stored: Stored | undefined; version: number }

type Spec<Values extends FieldValues, Stored extends { version: number }> = {
  draft: string
  stored: Stored | undefined
  valuesOf: (stored: Stored | undefined) => Values
  rules: FormRules<Values>
  /** Fields taken over together with another one after a conflict. */
  along?: Readonly<Record<string, readonly string[]>>
  /** Resolves to false when the user cancels. */
  save: (values: Values, base: Base<Stored>) => Promise<Stored | false>
  onSaved: (saved: Stored, before: Stored | undefined) => void
}

type Written<Values> = { version: number | null; values: Values | null }

/** Keeps a draft, sends the version it is based on, and shows both versions after a conflict. */
export function useStoredForm<Values extends FieldValues, Stored extends { version: number }>(
  spec: Spec<Values, Stored>,
) {
  const { stored, valuesOf } = spec
  const draft = useDraft<Written<Values>>(spec.draft, { version: null, values: null })
  const [restored, setRestored] = useState(draft.restored && draft.value.values !== null)
  const [conflict, setConflict] = useState<Stored>()
  // A draft keeps its base version, so that a change made meanwhile shows as a conflict.
  const base = useRef<Base<Stored>>({
    stored,
    version: (restored ? draft.value.version : null) ?? stored?.version ?? 0,
  })
  const form = useCallForm<Values>({
    ...spec.rules,
    defaultValues: { ...valuesOf(stored), ...(restored ? draft.value.values : null) },
  })
  const { setValue: write } = draft
  useEffect(() => {
    const watching = form.watch((_, { name }) => {
      if (name) write({ version: base.current.version, values: form.getValues() })
    })
    return () => watching.unsubscribe()
  }, [form.watch, form.getValues, write])

  const startFrom = (from: Stored | undefined) => {
    base.current = { stored: from, version: from?.version ?? 0 }
    form.reset(valuesOf(from))
    draft.clear()
    setRestored(false)
  }
  const send = async (values: Values): Promise<void> => {
    try {
      const before = base.current.stored
      const saved = await forForm(() => spec.save(values, base.current))
      if (saved === false) return
      draft.clear()
      spec.onSaved(saved, before)
    } catch (error) {
      const current = currentOf<Stored>((error as { cause?: unknown }).cause)
      if (!current) throw error
      setConflict(current)
    }
  }
  /** Rebases the form on the stored record; the caller submits again. */
  const settle = (theirs: Stored, taken: readonly string[]) => {
    base.current = { stored: theirs, version: theirs.version }
    const values = valuesOf(theirs)
    for (const name of taken.flatMap((each) => [each, ...(spec.along?.[each] ?? [])])) {
      const path = name as Path<Values>
      form.setValue(path, values[name] as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    setConflict(undefined)
  }
  /** Replaces what was typed, and keeps it as if it had been typed. */
  const fill = (values: Values) => {
    form.reset(values, { keepDefaultValues: true })
    write({ version: base.current.version, values })
  }
  /**
   * Takes over the version of a change that touched no field, so that it is no conflict. If somebody else has changed
   * the record before it, it stays one.
   */
  const follow = (next: Stored) => {
    if (next.version !== base.current.version + 1) return
    base.current = { stored: next, version: next.version }
    if (draft.value.values) write({ version: next.version, values: form.getValues() })
  }
  return {
    form,
    restored,
    /** Whether there is input that has not been saved. */
    isWritten: draft.value.values !== null,
    startFrom,
    startAgain: () => startFrom(base.current.stored),
    send,
    valuesOf,
    conflict,
    settle,
    fill,
    follow,
    closeConflict: () => setConflict(undefined),
  }
}

export type StoredFormState<Values extends FieldValues, Stored extends { version: number }> = ReturnType<
  typeof useStoredForm<Values, Stored>
>
