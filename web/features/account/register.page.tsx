import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import { DEFAULT_STORE_KEY } from '#web/app/theme/stores.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { rememberAddress } from '#web/lib/register-address.ts'
import { safeReturnUrl } from '#web/lib/return-url.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { AccountPage } from './account-page.tsx'
import { likelyAddress, tidyAddress } from './address.rules.ts'
import { MailSent } from './mail-sent.tsx'
import { ProviderButtons } from './shared/provider-buttons.tsx'
import { useReturnUrl } from './use-enter.ts'

export default function RegisterPage() {
  const [sentTo, setSentTo] = useState<string>()
  const { storeKey } = useStoreTheme()
  const returnUrl = useReturnUrl()
  const form = useCallForm({
    call: accountCalls.registerEmail,
    labels: { email: 'メールアドレス' },
    defaultValues: { email: '' },
    bodyOf: ({ email }) => ({ email: tidyAddress(email) }),
    mode: 'onSubmit',
  })
  const register = useMutationOf(accountCalls.registerEmail)
  const [meant, setMeant] = useState<string>()
  const takeMeant = () => {
    if (meant) form.setValue('email', meant)
    setMeant(undefined)
    form.setFocus('email')
  }
  if (sentTo) {
    return (
      <AccountPage title="メールをお送りしました">
        <MailSent
          actions={<QuietButton onClick={() => setSentTo(undefined)}>アドレスを直して送り直す</QuietButton>}
        >
          <p>
            {sentTo}
            へ登録のご案内をお送りしました。メールのリンクを24時間以内に開いて、パスワードとお名前をご登録ください。
          </p>
        </MailSent>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="会員登録"
      lead="ご登録は無料です。確認のため、まずメールをお送りします。"
      aside={
        <p>
          登録がお済みの方は
          <Link to="/login" search={{ returnUrl }}>
            ログイン
          </Link>
        </p>
      }
    >
      <Form
        form={form}
        onValid={({ email }) =>
          forForm(async () => {
            const store = storeKey === DEFAULT_STORE_KEY ? undefined : storeKey
            const address = tidyAddress(email)
            const wanted = safeReturnUrl(returnUrl, '')
            await register.mutateAsync({ body: { email: address, store, returnUrl: wanted } })
            rememberAddress(address, returnUrl)
            setSentTo(address)
          })
        }
      >
        <div>
          <TextField
            required
            type="email"
            autoComplete="email"
            inputMode="email"
            help="査定の結果やお振込みのご連絡にも使います。"
            {...form.field('email', {
              onChange: () => setMeant(undefined),
              onBlur: ({ target }) => {
                form.setValue('email', tidyAddress(target.value))
                setMeant(likelyAddress(target.value))
              },
            })}
          />
          <div role="status">
            {meant && (
              <TextButton type="button" onClick={takeMeant}>
                もしかして {meant} ですか? こちらに直す
              </TextButton>
            )}
          </div>
        </div>
        <NextButton type="submit" pending={form.formState.isSubmitting}>
          登録のメールを受け取る
        </NextButton>
      </Form>
      <ProviderButtons verb="登録" returnUrl={returnUrl} />
    </AccountPage>
  )
}
