import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { signInProviderCalls } from '#contract/sign-in-provider'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
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
  const { data: ways } = useCall(signInProviderCalls.ways)
  const [step, setStep] = useState<'shown' | 'changing' | { sentTo: string }>('shown')
  return (
    <Card>
      {step === 'shown' && (
        <Stack gap={12}>
          <p>
            {account?.email === ''
              ? 'まだご登録がありません。ご登録いただくと、お手続きのご連絡をメールでもお送りします。'
              : account?.email}
          </p>
          <QuietButton onClick={() => setStep('changing')}>
            {account?.email === '' ? 'メールアドレスを登録する' : 'メールアドレスを変える'}
          </QuietButton>
        </Stack>
      )}
      {step === 'changing' && (
        <EmailForm
          withPassword={ways?.password !== 'none'}
          onSent={(sentTo) => setStep({ sentTo })}
          onCancel={() => setStep('shown')}
        />
      )}
      {typeof step === 'object' && (
        <MailSent actions={<QuietButton onClick={() => setStep('shown')}>閉じる</QuietButton>}>
          <p>
            {step.sentTo}
            へ確認のメールをお送りしました。リンクを1時間以内に開くと、このアドレスに切り替わり、ほかの端末はログアウトします。
            {account?.email !== '' && 'それまでは、いまのアドレスのままです。'}
          </p>
        </MailSent>
      )}
    </Card>
  )
}

type FormProps = { withPassword: boolean; onSent: (email: string) => void; onCancel: () => void }

function EmailForm({ withPassword, onSent, onCancel }: FormProps) {
  const bodyOf = ({ email, currentPassword }: Record<keyof typeof labels, string>) => ({
    email: tidyAddress(email),
    ...(withPassword && { currentPassword }),
  })
  const form = useCallForm({
    call: accountCalls.changeEmail,
    labels,
    defaultValues: { email: '', currentPassword: '' },
    bodyOf,
    mode: 'onSubmit',
  })
  const change = useMutationOf(accountCalls.changeEmail)
  const { confirmed, dialog } = useReauthenticate()
  return (
    <>
      <Form
        form={form}
        onValid={(values) =>
          forForm(async () => {
            const body = bodyOf(values)
            await confirmed(() => change.mutateAsync({ body }))
            onSent(body.email)
          })
        }
      >
        <TextField required type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
        {withPassword && (
          <PasswordField
            required
            help="ご本人であることを確かめるために使います。"
            autoComplete="current-password"
            {...form.field('currentPassword')}
          />
        )}
        <Stack gap={8}>
          <MainButton type="submit" pending={form.formState.isSubmitting}>
            確認のメールを受け取る
          </MainButton>
          <QuietButton onClick={onCancel}>戻る</QuietButton>
        </Stack>
      </Form>
      {dialog}
    </>
  )
}
