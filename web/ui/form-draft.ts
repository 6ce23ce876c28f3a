import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Draft } from '#web/lib/draft.ts'

export function useFormDraft<Values extends FieldValues>(
  { watch, getValues }: Pick<UseFormReturn<Values>, 'watch' | 'getValues'>,
  draft: Pick<Draft<Values>, 'setValue'>,
): void {
  const { setValue } = draft
  const write = useRef(setValue)
  useEffect(() => {
    write.current = setValue
  })
  useEffect(() => {
    const { unsubscribe } = watch(() => write.current(getValues()))
    return unsubscribe
  }, [watch, getValues])
}
