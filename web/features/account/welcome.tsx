import { useRouter } from '@tanstack/react-router'
import { customerCalls } from '#contract/customer'
import { nameProblems } from '#contract/profile'
import { termsCalls } from '#contract/terms'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { logout } from '#web/lib/session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { CheckField } from '#web/ui/choice-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { AccountPage } from './account-page.tsx'
import {
  chooseHolder,
  type Holder,
  holderBody,
  holderLabels,
  holderProblems,
  noHolder,
} from './holder.rules.ts'
import { HolderFields } from './holder-fields.tsx'
import { AgreeLabel, agreedProblem } from './shared/agree-label.tsx'

type Values = Holder & { agreed: boolean }

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
  const draft = useDraft<Values>('welcome', { ...noHolder, agreed: false }, { omit: ['agreed'] })
  const terms = useCall(termsCalls.current)
  const create = useMutationOf(customerCalls.create, { rereadsOnError: true })
  const { isCorporate } = draft.value
  const form = useCallForm<Values>({
    call: customerCalls.create,
    labels: { ...holderLabels(isCorporate), agreed: '利用規約への同意' },
    draft,
    bodyOf: holderBody,
    more: nameProblems,
    also: (values) => ({ ...holderProblems(values), agreed: agreedProblem(values.agreed) }),
  })
  const send = (holder: Values) =>
    forForm(async () => {
      const agreedTerms = terms.data?.version ?? true
      await create.mutateAsync({ body: { ...holderBody(holder), agreedTerms } })
      draft.clear()
    })
  return (
    <Form form={form} onValid={send}>
      <HolderFields
        isCorporate={isCorporate}
        onChoose={(chosen) => chooseHolder(form, chosen)}
        name={form.field('name')}
        agentName={form.field('agentName')}
      />
      <CheckField {...form.field('agreed')} label={<AgreeLabel />} />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        登録する
      </NextButton>
    </Form>
  )
}
