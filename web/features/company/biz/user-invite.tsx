import { businessUserCalls } from '#contract/business-user'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useCallForm } from '#web/ui/call-form.ts'
import { InviteForm, inviteWords } from './invite-form.tsx'
import { type Colleague, rightsOf, shopsMissing, type UserValues, userLabels } from './user.rules.ts'
import { RightsFields } from './user-fields.tsx'

type Props = {
  self: Colleague
  isHouse: boolean
  onInvited: (person: Colleague) => void
  onClose: () => void
}

export function UserInvite({ self, isHouse, onInvited, onClose }: Props) {
  const mayGiveAll = self.shops.length === 0
  const draft = useDraft<UserValues>('invite-colleague', {
    name: '',
    email: '',
    role: 'staff',
    reach: mayGiveAll ? 'all' : 'some',
    shops: [],
  })
  const invite = useMutationOf(businessUserCalls.invite)
  const { confirmed, dialog } = useReauthenticate()
  const bodyOf = (values: UserValues) => ({
    name: values.name,
    email: values.email.trim(),
    ...rightsOf(values),
  })
  const form = useCallForm<UserValues>({
    call: businessUserCalls.invite,
    labels: userLabels,
    draft,
    bodyOf,
    words: inviteWords,
    also: shopsMissing,
  })
  const save = async (values: UserValues) => {
    const person = await forForm(() => confirmed(() => invite.mutateAsync({ body: bodyOf(values) })))
    draft.clear()
    onInvited(person)
  }
  return (
    <>
      <InviteForm title="担当者を招待する" isHouse={isHouse} form={form} onValid={save} onClose={onClose}>
        <RightsFields
          form={form}
          shops={self.company.shops.filter(({ id }) => mayGiveAll || self.shops.includes(id))}
          mayGiveAll={mayGiveAll}
        />
      </InviteForm>
      {dialog}
    </>
  )
}
