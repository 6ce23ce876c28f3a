import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { signInProviderCalls } from '#contract/sign-in-provider'
import { forForm } from '#web/lib/form-error.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useUserType } from '#web/lib/session.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Stack } from '#web/ui/page.tsx'
import { newPasswordProblem, PasswordField, passwordRules } from './password-field.tsx'
import { useReauthenticate } from './shared/reauthenticate.tsx'

const labels = { currentPassword: '現在のパスワード', newPassword: '新しいパスワード' }

export function ChangePassword() {
  // Staff have a password from the start, and no other way.
  const isCustomer = useUserType() === 'customer'
  const { data: ways } = useQuery({ ...queryOf(signInProviderCalls.ways), enabled: isCustomer })
  const isFirst = ways?.password === 'none'
  const [step, setStep] = useState<'shown' | 'changing' | 'changed'>('shown')
  return (
    <Card>
      {step === 'changing' ? (
        <PasswordForm
          isFirst={isFirst}
          onChanged={() => {
            notify.done(isFirst ? 'パスワードを設定しました' : 'パスワードを変更しました')
            setStep('changed')
          }}
          onCancel={() => setStep('shown')}
        />
      ) : (
        <Stack gap={12}>
          <p role="status">
            {step === 'changed'
              ? 'この端末のほかは、すべてログアウトしました。'
              : aboutPassword(ways?.password)}
            {step === 'changed' && ways?.password === 'unaddressed' && aboutPassword('unaddressed')}
          </p>
          <QuietButton onClick={() => setStep('changing')}>
            {isFirst ? 'パスワードを設定する' : 'パスワードを変える'}
          </QuietButton>
        </Stack>
      )}
    </Card>
  )
}

const aboutPassword = (password: 'none' | 'unaddressed' | 'usable' | undefined): string => {
  if (password === 'none')
    return 'まだ設定されていません。設定すると、メールアドレスとパスワードでもログインできます。'
  if (password === 'unaddressed')
    return 'パスワードは設定されています。メールアドレスをご登録いただくと、このパスワードでログインできます。'
  return '変更すると、この端末のほかはすべてログアウトします。'
}

type FormProps = { isFirst: boolean; onChanged: () => void; onCancel: () => void }

function PasswordForm({ isFirst, onChanged, onCancel }: FormProps) {
  const { data: account } = useCall(accountCalls.me)
  const email = account?.email ?? ''
  const form = useCallForm({
    call: accountCalls.changePassword,
    labels,
    defaultValues: { currentPassword: '', newPassword: '' },
    bodyOf: ({ currentPassword, newPassword }) =>
      isFirst ? { newPassword } : { currentPassword, newPassword },
    also: ({ newPassword }) => ({ newPassword: newPasswordProblem(newPassword, email) }),
  })
  const change = useMutationOf(accountCalls.changePassword, { waits: true })
  const { confirmed, dialog } = useReauthenticate()
  const send = ({ currentPassword, newPassword }: Record<keyof typeof labels, string>) =>
    forForm(async () => {
      const body = isFirst ? { newPassword } : { currentPassword, newPassword }
      await confirmed(() => change.mutateAsync({ body }))
      onChanged()
    })
  return (
    <>
      <Form form={form} onValid={send}>
        {!isFirst && (
          <PasswordField required autoComplete="current-password" {...form.field('currentPassword')} />
        )}
        <PasswordField
          required
          autoComplete="new-password"
          rules={passwordRules(form.watch('newPassword'), email)}
          {...form.field('newPassword')}
        />
        <Stack gap={8}>
          <MainButton type="submit" pending={form.formState.isSubmitting}>
            このパスワードにする
          </MainButton>
          <QuietButton onClick={onCancel}>戻る</QuietButton>
        </Stack>
      </Form>
      {dialog}
    </>
  )
}
