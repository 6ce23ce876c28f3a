import { setupCalls } from '#contract/setup'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useBound, useCallForm } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import type { Company } from './company.rules.ts'
import { InviteForm, inviteWords } from './invite-form.tsx'
import { roleChoices } from './user-fields.tsx'

type Person = AskResult<typeof setupCalls.inviteUser>
type Values = AskInput<typeof setupCalls.inviteUser>['body']

const labels = { name: 'お名前', email: 'メールアドレス', role: '役割' }

type Props = {
  company: Company
  isFirst: boolean
  onInvited: (person: Person) => void
  onClose: () => void
}

export function InviteDialog({ company, isFirst, onInvited, onClose }: Props) {
  const draft = useDraft<Values>(`invite-${company.id}`, {
    name: '',
    email: '',
    role: isFirst ? 'admin' : 'staff',
  })
  const invite = useMutationOf(setupCalls.inviteUser)
  const { confirmed, dialog } = useReauthenticate()
  const form = useCallForm<Values>({
    call: setupCalls.inviteUser,
    labels,
    draft,
    words: inviteWords,
  })
  const role = useBound(form, 'role')

  const save = async (values: Values) => {
    const body = { ...values, email: values.email.trim() }
    const person = await forForm(() =>
      confirmed(() => invite.mutateAsync({ params: { companyPk: company.id }, body })),
    )
    draft.clear()
    onInvited(person)
  }
  return (
    <>
      <InviteForm
        title={`${company.name}に招待する`}
        isHouse={company.isOperator}
        form={form}
        onValid={save}
        onClose={onClose}
      >
        <ChoiceField required choices={roleChoices} {...role} />
      </InviteForm>
      {dialog}
    </>
  )
}
