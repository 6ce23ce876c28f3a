import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { customerCalls } from '#contract/customer'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { errorCode } from '#web/lib/ask.ts'
import { isPlainObject, toCamel } from '#web/lib/case.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useDraft } from '#web/lib/draft.ts'
import { toCustomer } from '#web/lib/entities.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { useCallForm } from '#web/ui/call-form.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import {
  bodyOf,
  type Customer,
  changeOf,
  type ProfileValues,
  profileRules,
  valuesOf,
  verifiedFactsChanged,
} from './profile.rules.ts'

function currentOf(error: unknown): Customer | undefined {
  if (errorCode(error) !== 'stale_version' || !(error instanceof ApiError)) return undefined
  const { body } = error
  return isPlainObject(body) && isPlainObject(body.current)
    ? (toCustomer(toCamel(body.current)) as Customer)
    : undefined
}

type Written = { version: number | null; values: ProfileValues | null }
const nothingWritten: Written = { version: null, values: null }

function useProfileForm(customer: Customer | undefined) {
  const draft = useDraft<Written>('profile', nothingWritten)
  const [restored, setRestored] = useState(draft.restored && draft.value.values !== null)
  // A draft keeps its base version, so that a change made meanwhile shows as a conflict.
  const base = useRef({
    customer,
    version: (restored ? draft.value.version : null) ?? customer?.version,
  })
  const form = useCallForm<ProfileValues>({
    ...profileRules(todayInTokyo()),
    defaultValues: { ...valuesOf(customer), ...(restored ? draft.value.values : null) },
  })
  const { setValue: write } = draft
  useEffect(() => {
    const watching = form.watch((_, { name }) => {
      if (name) write({ version: base.current.version ?? null, values: form.getValues() })
    })
    return () => watching.unsubscribe()
  }, [form.watch, form.getValues, write])

  const startFrom = (stored: Customer | undefined) => {
    base.current = { customer: stored, version: stored?.version }
    form.reset(valuesOf(stored))
    draft.clear()
    setRestored(false)
  }
  return { form, base, restored, startFrom }
}

export type Saved = { identityCleared: boolean }

export function useProfile(customer: Customer | undefined, onSaved?: (stored: Customer) => void) {
  const { form, base, restored, startFrom } = useProfileForm(customer)
  const client = useQueryClient()
  const confirm = useConfirm()
  const create = useMutationOf(customerCalls.create)
  const update = useMutationOf(customerCalls.update)
  const { confirmed, dialog } = useReauthenticate()
  const [conflict, setConflict] = useState<Customer>()
  const [saved, setSaved] = useState<Saved>()
  // Consent is not asked for again after a conflict or a network error.
  const agreedTo = useRef('')

  const write = (values: ProfileValues): Promise<Customer> | Customer => {
    const { customer: before, version } = base.current
    if (!before) return create.mutateAsync({ body: bodyOf(values) })
    const change = changeOf(valuesOf(before), values)
    if (!change) return before
    return confirmed(() => update.mutateAsync({ params: { id: before.id }, body: { ...change, version } }))
  }

  const mayClear = async (values: ProfileValues): Promise<boolean> => {
    const before = base.current.customer
    const facts = verifiedFactsChanged(valuesOf(before), values)
    if (!before?.isIdentityVerified || facts.length === 0) return true
    if (agreedTo.current === facts.join()) return true
    const sure = await confirm({
      title: `${facts.join('・')}を変更しますか?`,
      body: '変更すると、お済みの本人確認は使えなくなります。次の売却が成立する前に、お店がもう一度本人確認を行います。',
      confirm: '変更して保存する',
    })
    agreedTo.current = sure ? facts.join() : ''
    return sure
  }

  const save = async (values: ProfileValues): Promise<void> => {
    setSaved(undefined)
    if (!(await mayClear(values))) return
    try {
      const wasVerified = base.current.customer?.isIdentityVerified ?? false
      const stored = await write(values)
      startFrom(stored)
      agreedTo.current = ''
      // Updates the cache at once: `onSaved` may show pages that read it before the refetch.
      client.setQueryData(queryOf(customerCalls.list).queryKey, (list) => ({
        ...(list ?? { next: null, previous: null }),
        count: 1,
        results: [stored],
      }))
      setSaved({ identityCleared: wasVerified && !stored.isIdentityVerified })
      onSaved?.(stored)
    } catch (error) {
      const current = currentOf(error)
      if (!current) throw error
      setConflict(current)
    }
  }

  /** Rebases the form on the stored record; the caller submits again. */
  const settle = (values: ProfileValues, stored: Customer) => {
    base.current = { customer: stored, version: stored.version }
    for (const name of Object.keys(values) as (keyof ProfileValues)[])
      form.setValue(name, values[name], { shouldDirty: true })
    setConflict(undefined)
  }
  const startAgain = () => startFrom(base.current.customer)
  return {
    form,
    restored,
    startAgain,
    save,
    saved,
    conflict,
    settle,
    closeConflict: () => setConflict(undefined),
    dialog,
  }
}
