import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { accountCalls } from '#contract/account'
import { BLUR_PATIENCE_MS } from '#web/lib/blur-patience.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
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
  const form = useForm({
    defaultValues: { currentPassword: '', newPassword: '' },
    mode: 'onTouched',
    delayError: BLUR_PATIENCE_MS,
  })
  const change = useMutationOf(accountCalls.changePassword, { waits: true })
  const { errors, isSubmitting } = form.formState
  const email = account?.email ?? ''
  return (
    <Form
      form={form}
      labels={labels}
      onValid={(body) =>
        forForm(async () => {
          await change.mutateAsync({ body })
          onChanged()
        })
      }
    >
      <PasswordField
        label={labels.currentPassword}
        required
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', { required: '現在のパスワードを入力してください。' })}
      />
      <PasswordField
        label={labels.newPassword}
        required
        autoComplete="new-password"
        rules={passwordRules(form.watch('newPassword'), email)}
        error={errors.newPassword?.message}
        {...form.register('newPassword', { validate: (value) => newPasswordProblem(value, email) })}
      />
      <Stack gap={8}>
        <MainButton type="submit" pending={isSubmitting}>
          このパスワードにする
        </MainButton>
        <QuietButton onClick={onCancel}>戻る</QuietButton>
      </Stack>
    </Form>
  )
}
