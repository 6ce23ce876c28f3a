import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountCalls } from '#contract/account'
import { customerCalls } from '#contract/customer'
import { formatPhone } from '#contract/text'
import { useDraft } from '#web/lib/draft.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useLoggedIn } from '#web/lib/session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { PaperPlane } from '#web/ui/illustrations.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { Page } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { operatorPending, useOperator } from './shared/use-operator.ts'

type Message = { name: string; email: string; body: string }

const TITLE = 'お問い合わせ'
const LEAD = 'お取引中のお申し込みについては、申し込み番号を書き添えていただくと早くお答えできます。'
const labels = { name: 'お名前', email: 'メールアドレス', body: 'お問い合わせの内容' }

export default function ContactPage() {
  const [sentTo, setSentTo] = useState<string>()
  const loggedIn = useLoggedIn()
  if (sentTo) {
    return (
      <Page title="お問い合わせを受け付けました">
        <MessagePanel picture={<PaperPlane />} actions={<QuietLink to="/">トップページへ</QuietLink>}>
          <p>
            担当者が内容を確かめ、{sentTo}{' '}
            へお返事します。2営業日たってもお返事が届かないときは、お手数ですがもう一度お送りください。
          </p>
        </MessagePanel>
      </Page>
    )
  }
  return loggedIn ? <OwnContactForm onSent={setSentTo} /> : <ContactForm onSent={setSentTo} />
}

/** Waits for the name and the address; without them the form still opens. */
function OwnContactForm({ onSent }: { onSent: (email: string) => void }) {
  const { data: me, isPending } = useCall(accountCalls.me)
  if (isPending) {
    return (
      <Page title={TITLE} lead={LEAD}>
        <FormSkeleton />
      </Page>
    )
  }
  const person = me?.customer ?? me?.businessUser
  return <ContactForm name={person?.name ?? ''} email={me?.email ?? ''} onSent={onSent} />
}

type FormProps = { name?: string; email?: string; onSent: (email: string) => void }

function ContactForm({ name = '', email = '', onSent }: FormProps) {
  const draft = useDraft<Message>('contact', { name, email, body: '' })
  const form = useCallForm<Message>({ call: customerCalls.contact, labels, draft })
  const send = useMutationOf(customerCalls.contact)
  return (
    <Page title={TITLE} lead={LEAD}>
      <p style={{ marginBottom: 16, fontSize: 13 }}>
        <Link to="/help" hash="faq" style={{ lineHeight: '44px' }}>
          よくあるご質問を見る
        </Link>
      </p>
      <Form
        form={form}
        onValid={async (body) => {
          await send.mutateAsync({ body })
          draft.clear()
          onSent(body.email)
        }}
      >
        <TextField required autoComplete="name" {...form.field('name')} />
        <TextField required type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
        <TextArea required rows={7} maxLength={4000} {...form.field('body')} />
        <NextButton type="submit" pending={form.formState.isSubmitting}>
          この内容で送る
        </NextButton>
      </Form>
      <Receiver />
    </Page>
  )
}

function Receiver() {
  const operator = useOperator()
  if (operator === undefined) return null
  return (
    <p style={{ marginTop: 24, fontSize: 13, lineHeight: 1.65 }}>
      {operator ? (
        <>
          お問い合わせは、運営の{operator.name}がお受けします。お電話は{' '}
          <a href={`tel:${operator.phone}`}>{formatPhone(operator.phone)}</a> です。
        </>
      ) : (
        operatorPending
      )}
    </p>
  )
}
