import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { customerCalls } from '#contract/customer'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { todayInTokyo } from '#web/lib/dates.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import {
  bodyOf,
  type Customer,
  changeOf,
  type ProfileValues,
  profileRules,
  valuesOf,
  verifiedFactsChanged,
} from './profile.rules.ts'

export type Saved = { identityCleared: boolean }

export function useProfile(customer: Customer | undefined, onSaved?: (stored: Customer) => void) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const create = useMutationOf(customerCalls.create)
  const update = useMutationOf(customerCalls.update)
  const { confirmed, dialog } = useReauthenticate()
  const [saved, setSaved] = useState<Saved>()
  // Consent is not asked for again after a conflict or a network error.
  const agreedTo = useRef('')

  const mayClear = async (values: ProfileValues, before: Customer | undefined): Promise<boolean> => {
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
  const setup = useStoredForm<ProfileValues, Customer>({
    draft: 'profile',
    stored: customer,
    valuesOf,
    rules: profileRules(todayInTokyo()),
    along: { workplace: ['hasWorkplace'] },
    save: async (values, { stored: before, version }) => {
      setSaved(undefined)
      if (!(await mayClear(values, before))) return false
      if (!before) return create.mutateAsync({ body: bodyOf(values) })
      const change = changeOf(valuesOf(before), values)
      if (!change) return before
      return confirmed(() => update.mutateAsync({ params: { id: before.id }, body: { ...change, version } }))
    },
    onSaved: (stored, before) => {
      setup.startFrom(stored)
      agreedTo.current = ''
      // Updates the cache at once: `onSaved` may show pages that read it before the refetch.
      client.setQueryData(queryOf(customerCalls.list).queryKey, (list) => ({
        ...(list ?? { next: null, previous: null }),
        count: 1,
        results: [stored],
      }))
      setSaved({ identityCleared: before?.isIdentityVerified === true && !stored.isIdentityVerified })
      onSaved?.(stored)
    },
  })
  return { setup, saved, dialog }
}
