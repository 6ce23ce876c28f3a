import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { accountCalls } from '#contract/account'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Stack } from '#web/ui/page.tsx'
import { tidyAddress } from './address.rules.ts'
import { MailSent } from './mail-sent.tsx'
import { PasswordField } from './password-field.tsx'
import { useReauthenticate } from './shared/reauthenticate.tsx'

const labels = { email: '新しいメールアドレス', currentPassword: '現在のパスワード' }

export function ChangeEmail() {
  const { data: account } = useCall(accountCalls.me)
  const [step, setStep] = useState<'shown' | 'changing' | { sentTo: string }>('shown')
  return (
    <Card>
      {step === 'shown' && (
        <Stack gap={12}>
          <p>{account?.email}</p>
          <QuietButton onClick={() => setStep('changing')}>メールアドレスを変える</QuietButton>
        </Stack>
      )}
      {step === 'changing' && (
        <EmailForm onSent={(sentTo) => setStep({ sentTo })} onCancel={() => setStep('shown')} />
      )}
      {typeof step === 'object' && (
        <MailSent actions={<QuietButton onClick={() => setStep('shown')}>閉じる</QuietButton>}>
          <p>
            {step.sentTo}
            へ確認のメールをお送りしました。リンクを1時間以内に開くと、このアドレスに切り替わり、ほかの端末はログアウトします。それまでは、いまのアドレスのままです。
          </p>
        </MailSent>
      )}
    </Card>
  )
}

function EmailForm({ onSent, onCancel }: { onSent: (email: string) => void; onCancel: () => void }) {
  const form = useForm({ defaultValues: { email: '', currentPassword: '' } })
  const change = useMutationOf(accountCalls.changeEmail)
  const { confirmed, dialog } = useReauthenticate()
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <Form
        form={form}
        labels={labels}
        onValid={({ email, currentPassword }) =>
          forForm(async () => {
            const body = { email: tidyAddress(email), currentPassword }
            await confirmed(() => change.mutateAsync({ body }))
            onSent(tidyAddress(email))
          })
        }
      >
        <TextField
          label={labels.email}
          required
          type="email"
          autoComplete="email"
          inputMode="email"
          error={errors.email?.message}
          {...form.register('email', { required: '新しいメールアドレスを入力してください。' })}
        />
        <PasswordField
          label={labels.currentPassword}
          required
          help="ご本人であることを確かめるために使います。"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: '現在のパスワードを入力してください。' })}
        />
        <Stack gap={8}>
          <MainButton type="submit" pending={isSubmitting}>
            確認のメールを受け取る
          </MainButton>
          <QuietButton onClick={onCancel}>戻る</QuietButton>
        </Stack>
      </Form>
      {dialog}
    </>
  )
}
