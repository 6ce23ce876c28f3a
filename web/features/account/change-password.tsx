import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Stack } from '#web/ui/page.tsx'
import { newPasswordProblem, PasswordField, passwordRules } from './password-field.tsx'

const labels = { currentPassword: '現在のパスワード', newPassword: '新しいパスワード' }

export function ChangePassword() {
  const [step, setStep] = useState<'shown' | 'changing' | 'changed'>('shown')
  return (
    <Card>
      {step === 'changing' ? (
        <PasswordForm
          onChanged={() => {
            notify.done('パスワードを変更しました')
            setStep('changed')
          }}
          onCancel={() => setStep('shown')}
        />
      ) : (
        <Stack gap={12}>
          <p role="status">
            {step === 'changed'
              ? 'パスワードを変更しました。ほかの端末はログアウトしています。'
              : '変更すると、この端末のほかはすべてログアウトします。'}
          </p>
          <QuietButton onClick={() => setStep('changing')}>パスワードを変える</QuietButton>
        </Stack>
      )}
    </Card>
  )
}

function PasswordForm({ onChanged, onCancel }: { onChanged: () => void; onCancel: () => void }) {
  const { data: account } = useCall(accountCalls.me)
  const email = account?.email ?? ''
  const form = useCallForm({
    call: accountCalls.changePassword,
    labels,
    defaultValues: { currentPassword: '', newPassword: '' },
    also: ({ newPassword }) => ({ newPassword: newPasswordProblem(newPassword, email) }),
  })
  const change = useMutationOf(accountCalls.changePassword, { waits: true })
  return (
    <Form
      form={form}
      onValid={(body) =>
        forForm(async () => {
          await change.mutateAsync({ body })
          onChanged()
        })
      }
    >
      <PasswordField required autoComplete="current-password" {...form.field('currentPassword')} />
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
  )
}
