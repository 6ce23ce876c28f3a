import { useId } from 'react'
import { businessUserCalls, shopNames, staffRoleLabel } from '#contract/business-user'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Muted } from '#web/ui/page.tsx'
import { StoredForm } from '#web/ui/stored-form.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { type Colleague, rightsOf, shopsMissing, type UserValues, userLabels } from './user.rules.ts'
import { RightsFields } from './user-fields.tsx'

type Props = {
  person: Colleague
  self: Colleague
  isHouse: boolean
  onSaved: (person: Colleague) => void
  onClose: () => void
}

const valuesOf = (person: Colleague | undefined): UserValues => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
  role: person?.isAdmin || person?.isRoleWaiting ? 'admin' : 'staff',
  reach: person && person.shops.length > 0 ? 'some' : 'all',
  shops: person?.shops ?? [],
})

export function UserEdit({ person, self, isHouse, onSaved, onClose }: Props) {
  const formId = useId()
  const update = useMutationOf(businessUserCalls.update, { rereadsOnError: true })
  const { confirmed, dialog } = useReauthenticate()
  const isSelf = person.id === self.id
  const bodyOf = (values: UserValues) => ({ name: values.name, ...(isSelf ? {} : rightsOf(values)) })
  const setup = useStoredForm<UserValues, Colleague>({
    draft: `colleague-${person.id}`,
    stored: person,
    valuesOf,
    rules: {
      call: businessUserCalls.update,
      labels: userLabels,
      bodyOf,
      also: isSelf ? undefined : shopsMissing,
    },
    along: { reach: ['shops'] },
    save: (values, { version }) =>
      confirmed(() =>
        update.mutateAsync({ params: { id: person.id }, body: { ...bodyOf(values), version } }),
      ),
    onSaved,
  })
  const { form } = setup
  const mayGiveAll = self.shops.length === 0
  const raises = isHouse && !person.isAdmin && form.watch('role') === 'admin'
  return (
    <>
      <ActDialog
        title={isSelf ? 'ご自身のお名前を変える' : `${person.name}さんの内容を変える`}
        onClose={onClose}
        confirm="保存する"
        form={formId}
        pending={form.formState.isSubmitting}
      >
        <StoredForm
          setup={setup}
          id={formId}
          startAgain="保存されている内容に戻す"
          textOf={({ name, role, reach, shops }) => ({
            name,
            role: staffRoleLabel[role],
            reach: shopNames(person.company.shops, reach === 'all' ? [] : shops),
          })}
        >
          <TextField required autoFocus autoComplete="off" maxLength={80} {...form.field('name')} />
          {isSelf ? (
            <Muted>ご自身の役割と担当の店舗は、ほかの管理者が変えられます。</Muted>
          ) : (
            <RightsFields
              form={form}
              shops={person.company.shops.filter(({ id }) => mayGiveAll || self.shops.includes(id))}
              mayGiveAll={mayGiveAll}
            />
          )}
          {!isSelf && (
            <Muted>
              {raises
                ? `運営の管理者になるのは、別の管理者が確認したときです。それまでは${staffRoleLabel.staff}のままです。`
                : '役割と担当の店舗は、保存するとすぐに変わります。すべての管理者にお知らせします。'}
            </Muted>
          )}
        </StoredForm>
      </ActDialog>
      {dialog}
    </>
  )
}
