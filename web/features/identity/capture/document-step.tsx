import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { addressLine } from '#contract/address'
import { customerCalls } from '#contract/customer'
import { eraOf, formatDateJa } from '#contract/day'
import { identityCalls } from '#contract/identity'
import {
  asksForData,
  documentProblems,
  documentRules,
  type IdentityDocument,
  identityDocumentLabel,
  isTakenOn,
} from '#contract/identity-paper'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { camelKey } from '#web/lib/case.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useDraft } from '#web/lib/draft.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { type Problems, useBound, useCallForm } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { documentHelp, reasonsFor } from './slot-words.ts'
import { documentOf, type Session } from './use-session.ts'

type Customer = AskResult<typeof customerCalls.list>['results'][number]

type Values = {
  document: IdentityDocument | ''
  documentExpiresOn: string
  documentIssuedOn: string
  address2: string
  hasNewAddress: 'no' | 'yes'
}

const labels: Record<keyof Values, string> = {
  document: '使う書類',
  address2: '建物名・部屋番号',
  hasNewAddress: '引っ越したあと、書類の住所は',
  documentExpiresOn: '書類の有効期限',
  documentIssuedOn: '発行年月日',
}

const bodyOf = ({ document, documentExpiresOn, documentIssuedOn, hasNewAddress }: Values) => ({
  document: document as IdentityDocument,
  documentExpiresOn,
  documentIssuedOn:
    document !== '' && documentRules[document].issued_before ? documentIssuedOn || null : null,
  hasNewAddress: hasNewAddress === 'yes',
  version: 0,
})

/** Said before the camera opens, because a photograph of the wrong paper is the commonest reason to start again. */
function paperProblems({ document, documentExpiresOn, documentIssuedOn }: Values): Problems {
  if (document === '') return { document: '使う書類を選んでください。' }
  const found = documentProblems(
    { document, document_expires_on: documentExpiresOn, document_issued_on: documentIssuedOn || null },
    todayInTokyo(),
  )
  return Object.fromEntries(Object.entries(found).map(([name, text]) => [camelKey(name), text]))
}

type Props = { session: Session; onStored: (session: Session) => void }

export function DocumentStep(props: Props) {
  const customers = useQuery({ ...queryOf(customerCalls.list), staleTime: 0 })
  return (
    <WhenShown state={customers}>
      {({ results: [customer] }) => customer && <DocumentForm {...props} customer={customer} />}
    </WhenShown>
  )
}

function useConfirmed({ session, customer, onStored }: Props & { customer: Customer }) {
  const client = useQueryClient()
  const update = useMutationOf(customerCalls.update)
  const confirm = useMutationOf(identityCalls.confirm)
  return async (values: Values) => {
    const params = { id: session.id }
    let { version } = session
    const address2 = values.address2.trim()
    if (address2 !== customer.address.address2) {
      await update.mutateAsync({
        params: { id: customer.id },
        body: { address: { address2 }, version: customer.version },
      })
      // A change of the address changes the session as well.
      version = (await ask(identityCalls.session, { params })).version
    }
    const stored = await confirm.mutateAsync({ params, body: { ...bodyOf(values), version } })
    onStored(stored)
    await client.invalidateQueries({ queryKey: queryOf(customerCalls.list).queryKey })
  }
}

function DocumentForm(props: Props & { customer: Customer }) {
  const { session, customer } = props
  const draft = useDraft<Values>(`identity-${session.id}`, {
    document: documentOf(session) ?? '',
    documentExpiresOn: session.documentExpiresOn ?? '',
    documentIssuedOn: session.documentIssuedOn ?? '',
    address2: customer.address.address2,
    hasNewAddress: session.hasNewAddress ? 'yes' : 'no',
  })
  const form = useCallForm<Values>({
    call: identityCalls.confirm,
    labels,
    bodyOf,
    blank: { documentExpiresOn: '書類にある有効期限を入力してください。' },
    words: { document: '使う書類を選んでください。' },
    also: paperProblems,
    draft,
  })
  const confirmed = useConfirmed(props)
  const send = async (values: Values) => {
    await confirmed(values)
    draft.clear()
  }
  const reasons = reasonsFor(session.corrections, ['document', 'name', 'birthday', 'address'])
  const wishes = session.dealers.map(({ note }) => note).filter((note) => note !== '')
  return (
    <Form form={form} onValid={send}>
      {reasons.length > 0 && (
        <Notice
          tone="wait"
          title="ご確認をお願いします"
          actions={
            asksForData(session.corrections) && (
              <Link to="/profile" search={{ returnUrl: `/identity/${session.id}` }}>
                ご登録の内容を直す
              </Link>
            )
          }
        >
          {[...reasons, ...wishes].join(' ')}
        </Notice>
      )}
      <PaperFields form={form} />
      <SamePerson customer={customer} session={session} form={form} />
      <NextButton type="submit" pending={form.formState.isSubmitting}>
        同じです。撮影へ進む
      </NextButton>
    </Form>
  )
}

type FormOf = { form: ReturnType<typeof useCallForm<Values>> }

function PaperFields({ form }: FormOf) {
  const document = useBound(form, 'document')
  const today = todayInTokyo()
  const papers = (Object.keys(identityDocumentLabel) as IdentityDocument[]).filter((paper) =>
    isTakenOn(paper, today),
  )
  const isPassport = document.value !== '' && documentRules[document.value].issued_before !== undefined
  return (
    <Stack gap={16}>
      <ChoiceField
        {...document}
        required
        help="ご住所・お名前・生年月日が今の内容で、有効期限内のものをお選びください。"
        value={document.value === '' ? null : document.value}
        choices={papers.map((paper) => ({
          value: paper,
          label: identityDocumentLabel[paper],
          help: documentHelp[paper],
        }))}
      />
      <Notice tone="wait" title="お使いいただけないもの">
        <p>
          健康保険証・資格確認書、2020年2月4日以降に申請したパスポート、コピーや画面の写真、期限の切れたもの。
        </p>
        <p>マイナ免許証(カード1枚型)の方は、マイナンバーカードをお選びください。</p>
      </Notice>
      <TextField
        required
        type="date"
        help="書類に書いてある日付です。例 2028年5月12日"
        {...form.field('documentExpiresOn')}
      />
      {isPassport && <TextField required type="date" {...form.field('documentIssuedOn')} />}
    </Stack>
  )
}

const withEra = (date: string): string => {
  const era = eraOf(date)
  const plain = formatDateJa(date).replace(/\(.\)$/, '')
  return era ? `${plain}(${era.era}${era.year === 1 ? '元' : era.year}年)` : plain
}

function SamePerson({ customer, session, form }: FormOf & { customer: Customer; session: Session }) {
  const place = customer.address
  const document = useWatch({ control: form.control, name: 'document' })
  const moved = useBound(form, 'hasNewAddress')
  const returnUrl = `/identity/${session.id}`
  return (
    <Stack gap={16}>
      <Card>
        <h2 style={{ fontSize: 16, fontWeight: 700 }}>書類と同じか確かめる</h2>
        <p style={{ fontSize: 13 }}>
          お手元の書類と見比べてください。1文字でも違うと、もう一度お願いすることがあります。
        </p>
        <DefinitionList
          items={[
            { key: 'name', term: 'お名前', value: customer.name },
            {
              key: 'birthday',
              term: '生年月日',
              value: customer.birthday ? withEra(customer.birthday) : '未登録',
            },
            { key: 'address', term: 'ご住所', value: addressLine({ ...place, address2: '' }) },
          ]}
        />
        <p style={{ marginTop: 8 }}>
          <Link to="/profile" search={{ returnUrl }}>
            お名前・生年月日・番地を直す
          </Link>
        </p>
      </Card>
      {customer.isIdentityVerified ? (
        <p>
          <Muted>建物名・部屋番号: </Muted>
          {place.address2 || 'なし'}
        </p>
      ) : (
        <TextField
          help="書類にあるとおりに(例 青山ハイツ 302)。書類になければ、空のままお進みください。"
          autoComplete="address-line2"
          {...form.field('address2')}
        />
      )}
      <ChoiceField
        {...moved}
        choices={[
          { value: 'no', label: '今の住所になっている' },
          {
            value: 'yes',
            label: document === 'my_number_card' ? '追記欄に新しい住所がある' : '裏面に新しい住所がある',
          },
        ]}
      />
    </Stack>
  )
}
