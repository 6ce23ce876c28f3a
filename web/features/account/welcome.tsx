import { useRouter } from '@tanstack/react-router'
import { customerCalls } from '#contract/customer'
import { termsCalls } from '#contract/terms'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { logout } from '#web/lib/session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { CheckField } from '#web/ui/choice-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { AccountPage } from './account-page.tsx'
import { AgreeLabel, agreedProblem } from './shared/agree-label.tsx'

type Values = { name: string; agreed: boolean }

/** In place of the page that was opened, which follows. */
export default function Welcome() {
  const router = useRouter()
  const leave = () => {
    void logout()
    void router.navigate({ to: '/' })
  }
  return (
    <AccountPage
      title="あと少しで登録が終わります"
      lead="お名前をご登録ください。ご住所や振込先は、あとからご登録いただけます。"
      aside={
        <TextButton type="button" onClick={leave} style={{ justifySelf: 'center' }}>
          登録せずにログアウトする
        </TextButton>
      }
    >
      <WelcomeForm />
    </AccountPage>
  )
}

function WelcomeForm() {
  const draft = useDraft('welcome', { name: '' })
  const terms = useCall(termsCalls.current)
  const create = useMutationOf(customerCalls.create, { rereadsOnError: true })
  const form = useCallForm<Values>({
    call: customerCalls.create,
    labels: { name: 'お名前', agreed: '利用規約への同意' },
    defaultValues: { name: draft.value.name, agreed: false },
    bodyOf: ({ name }) => ({ name }),
    also: ({ agreed }) => ({ agreed: agreedProblem(agreed) }),
  })
  const send = ({ name }: Values) =>
    forForm(async () => {
      await create.mutateAsync({ body: { name, agreedTerms: terms.data?.version ?? true } })
      draft.clear()
    })
  return (
    <Form form={form} onValid={send}>
      <TextField
        required
        autoComplete="name"
        help="本人確認書類と同じお名前をご入力ください。例: 山田 花子"
        {...form.field('name', { onChange: ({ target }) => draft.setValue({ name: target.value }) })}
      />
      <CheckField {...form.field('agreed')} label={<AgreeLabel />} />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        登録する
      </NextButton>
    </Form>
  )
}
