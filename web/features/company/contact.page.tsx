import { useState } from 'react'
import { customerCalls } from '#contract/customer'
import { formatPhone } from '#contract/text'
import { useDraft } from '#web/lib/draft.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { PaperPlane } from '#web/ui/illustrations.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { Page } from '#web/ui/page.tsx'
import { operatorPending, useOperator } from './shared/use-operator.ts'

type Message = { name: string; email: string; body: string }

const EMPTY: Message = { name: '', email: '', body: '' }
const labels = { name: 'お名前', email: 'メールアドレス', body: 'お問い合わせの内容' }

export default function ContactPage() {
  const [sentTo, setSentTo] = useState<string>()
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
  return <ContactForm onSent={setSentTo} />
}

function ContactForm({ onSent }: { onSent: (email: string) => void }) {
  const draft = useDraft<Message>('contact', EMPTY)
  const form = useCallForm<Message>({ call: customerCalls.contact, labels, draft })
  const send = useMutationOf(customerCalls.contact)
  return (
    <Page
      title="お問い合わせ"
      lead="お取引中のお申し込みについては、申し込み番号を書き添えていただくと早くお答えできます。"
    >
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
    <p style={{ marginTop: 24, fontSize: 13 }}>
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
