import { styled } from '@mui/material/styles'
import { useWatch } from 'react-hook-form'
import { type IdentificationClause, identificationClauseLabel, identificationKind } from '#contract/codes'
import type { customerCalls } from '#contract/customer'
import { demands, mayIdentify } from '#contract/identification'
import { identityCalls } from '#contract/identity'
import { isKana, toFullKatakana } from '#contract/text'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useDraft } from '#web/lib/draft.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { BirthdayField, birthdayProblem } from '#web/ui/birthday-field.tsx'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { type CallForm, type Problems, useBound, useCallForm } from '#web/ui/call-form.ts'
import { Inset } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Row } from '#web/ui/page.tsx'
import { type Clause, clauseSteps } from './clause-demands.ts'

type Customer = AskResult<typeof customerCalls.shopCustomer>
type Body = AskInput<typeof identityCalls.record>['body']

type Values = {
  clause: Clause
  identificationKind: string
  documentName: string
  documentIssuer: string
  documentNumber: string
  verifiedName: string
  verifiedNameKana: string
  verifiedBirthday: string
  verifiedAddress: string
  verifiedAgentName: string
  authorityEvidence: string
  mailDeliveredOn: string
  mailNumber: string
  bankAccount: string
  filedAt: string
}

const labels: Record<keyof Values, string> = {
  clause: '確認の方法',
  identificationKind: '書類の種類',
  documentName: '書類の名前',
  documentIssuer: '発行元',
  documentNumber: '書類の番号',
  verifiedName: '書類の氏名',
  verifiedNameKana: '氏名(カナ)',
  verifiedBirthday: '書類の生年月日',
  verifiedAddress: '書類の住所',
  verifiedAgentName: '取引担当者の氏名',
  authorityEvidence: '権限を確かめた書類',
  mailDeliveredOn: '転送不要郵便が届いた日',
  mailNumber: '引受番号',
  bankAccount: '振込先の口座',
  filedAt: '写し・画像の保管場所',
}

const blank: Values = {
  clause: 'clause_8',
  identificationKind: '1',
  documentName: '',
  documentIssuer: '',
  documentNumber: '',
  verifiedName: '',
  verifiedNameKana: '',
  verifiedBirthday: '',
  verifiedAddress: '',
  verifiedAgentName: '',
  authorityEvidence: '',
  mailDeliveredOn: '',
  mailNumber: '',
  bankAccount: '',
  filedAt: '',
}

/** Never stored in a draft: with them others could misuse a document. */
const neverKept = ['documentNumber', 'verifiedBirthday'] as const

const OTHER_DOCUMENT = '9'
/** A corporation is identified by papers of the register, not by a card. */
const ofCorporation = { clause: 'clause_4', identificationKind: OTHER_DOCUMENT } as const
const NUMBER_CARD = '2'

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
  '& > .wide': { gridColumn: '1 / -1' },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

function bodyOf(values: Values): Body {
  const { clause } = values
  const document = demands(clause, 'document')
  return {
    clause,
    identificationKind: Number(values.identificationKind) as Body['identificationKind'],
    documentName: values.documentName,
    documentIssuer: document ? values.documentIssuer : '',
    documentNumber: document && values.identificationKind !== NUMBER_CARD ? values.documentNumber : '',
    verifiedName: values.verifiedName,
    verifiedNameKana: toFullKatakana(values.verifiedNameKana),
    verifiedBirthday: values.verifiedBirthday,
    verifiedAddress: values.verifiedAddress,
    verifiedAgentName: values.verifiedAgentName,
    authorityEvidence: values.authorityEvidence,
    ...(demands(clause, 'mail') && {
      mailDeliveredOn: values.mailDeliveredOn || null,
      mailNumber: values.mailNumber,
    }),
    ...(demands(clause, 'bank_account') && { bankAccount: Number(values.bankAccount) || null }),
    ...(demands(clause, 'filed_at') && { filedAt: values.filedAt }),
  }
}

/** What a paper needs by its kind, and how kana and days are written. */
function otherProblems(values: Values): Problems {
  const { identificationKind: kind, verifiedNameKana: kana } = values
  const isPaper = demands(values.clause, 'document')
  const needs = (isNeeded: boolean, text: string, sentence: string) =>
    isPaper && isNeeded && text.trim() === '' ? sentence : undefined
  return {
    documentName: needs(
      kind === OTHER_DOCUMENT,
      values.documentName,
      '書類の名前を入力してください(例 パスポート)。',
    ),
    documentIssuer: needs(true, values.documentIssuer, '書類の発行元を入力してください。'),
    documentNumber: needs(kind !== NUMBER_CARD, values.documentNumber, '書類の番号を入力してください。'),
    verifiedNameKana:
      kana.trim() === '' || isKana(toFullKatakana(kana))
        ? undefined
        : 'カナで入力してください(例 ヤマダ ハナコ)。',
    verifiedBirthday: birthdayProblem(values.verifiedBirthday, todayInTokyo()),
  }
}

const clausesFor = ({ isCorporate }: Customer) =>
  Object.entries(identificationClauseLabel)
    .map(([value, label]) => ({ value: value as IdentificationClause, label }))
    .filter(({ value }) => mayIdentify(value, isCorporate))

type Props = {
  params: { shopPk: number; id: number }
  customer: Customer
  onDone: () => void
  onCancel: () => void
}

/** Nothing is prefilled from the registration, so that differences from the document show. */
export function RecordForm({ params, customer, onDone, onCancel }: Props) {
  const draft = useDraft<Values>(
    `identification-${params.shopPk}-${params.id}`,
    {
      ...blank,
      ...(customer.isCorporate && ofCorporation),
      bankAccount: customer.bankAccount ? String(customer.bankAccount.id) : '',
    },
    { omit: neverKept },
  )
  const form = useCallForm<Values>({
    call: identityCalls.record,
    labels,
    bodyOf,
    also: otherProblems,
    draft,
  })
  const record = useMutationOf(identityCalls.record)
  const clause = useWatch({ control: form.control, name: 'clause' })
  const save = async (values: Values) => {
    const made = await record.mutateAsync({ params, body: bodyOf(values) })
    draft.clear()
    if (made.missing.length === 0) notify.done('本人確認を記録しました。')
    else notify.info(`記録しましたが、まだ${made.missing.length}件足りません。`)
    onDone()
  }
  return (
    <Inset style={{ margin: '10px 0' }}>
      <Form form={form} onValid={save}>
        <SelectField required options={clausesFor(customer)} {...form.field('clause')} />
        <ol style={{ paddingLeft: 20, fontSize: 12 }}>
          {clauseSteps[clause].map((step) => (
            <li key={step} style={{ listStyle: 'decimal' }}>
              {step}
            </li>
          ))}
        </ol>
        <Grid>
          <DocumentFields form={form} clause={clause} />
          {customer.isCorporate ? <CorporationFields form={form} /> : <PersonFields form={form} />}
          <ProofFields form={form} clause={clause} customer={customer} />
        </Grid>
        <Row style={{ flexDirection: 'row-reverse' }}>
          <NextButton type="submit" pending={record.isPending}>
            本人確認を記録する
          </NextButton>
          <QuietButton
            onClick={() => {
              draft.clear()
              onCancel()
            }}
          >
            やめる
          </QuietButton>
        </Row>
      </Form>
    </Inset>
  )
}

type FormOf = { form: CallForm<Values> }

const kinds = Object.entries(identificationKind)
  .filter(([value]) => value !== '0')
  .map(([value, label]) => ({ value, label }))

function DocumentFields({ form, clause }: FormOf & { clause: Clause }) {
  const kind = useWatch({ control: form.control, name: 'identificationKind' })
  if (!demands(clause, 'document')) return null
  return (
    <>
      <SelectField required options={kinds} {...form.field('identificationKind')} />
      {kind === OTHER_DOCUMENT && <TextField required {...form.field('documentName')} />}
      <TextField required help="例 東京都公安委員会" {...form.field('documentIssuer')} />
      {kind === NUMBER_CARD ? (
        <p style={{ fontSize: 12, alignSelf: 'end' }}>
          マイナンバー(12桁)は法律により記録できません。番号は書かないでください。
        </p>
      ) : (
        <TextField required autoComplete="off" {...form.field('documentNumber')} />
      )}
    </>
  )
}

function PersonFields({ form }: FormOf) {
  const birthday = useBound(form, 'verifiedBirthday')
  return (
    <>
      <TextField
        required
        help="登録ではなく、書類に書いてあるとおりに"
        autoComplete="off"
        {...form.field('verifiedName')}
      />
      <TextField
        required
        help="ひらがなでも半角でもかまいません"
        autoComplete="off"
        {...form.tidied('verifiedNameKana', toFullKatakana)}
      />
      <BirthdayField {...birthday} required ofOther />
      <div className="wide">
        <TextField required autoComplete="off" {...form.field('verifiedAddress')} />
      </div>
    </>
  )
}

function CorporationFields({ form }: FormOf) {
  const birthday = useBound(form, 'verifiedBirthday')
  return (
    <>
      <TextField
        required
        help="登記や証明書に書いてあるとおりに"
        autoComplete="off"
        {...form.field('verifiedName')}
        label="法人の名称"
      />
      <TextField
        required
        help="例 カブシキガイシャオクルショウジ"
        autoComplete="off"
        {...form.tidied('verifiedNameKana', toFullKatakana)}
        label="名称(カナ)"
      />
      <div className="wide">
        <TextField required autoComplete="off" {...form.field('verifiedAddress')} label="書類の所在地" />
      </div>
      <TextField
        required
        help="担当者ご自身の本人確認書類のとおりに"
        autoComplete="off"
        {...form.field('verifiedAgentName')}
      />
      <BirthdayField {...birthday} required ofOther label="取引担当者の生年月日" />
      <div className="wide">
        <TextField
          required
          help="担当者がこの法人のために取引できることのわかる書類。例 登記事項証明書の代表者欄、社員証、委任状"
          autoComplete="off"
          {...form.field('authorityEvidence')}
        />
      </div>
    </>
  )
}

function ProofFields({ form, clause, customer }: FormOf & { clause: Clause; customer: Customer }) {
  const { bankAccount } = customer
  return (
    <>
      {demands(clause, 'mail') && (
        <>
          <TextField
            help="まだ届いていないときは空のまま記録し、届いてから新しく記録します"
            type="date"
            {...form.field('mailDeliveredOn')}
          />
          <TextField help="書留などの控えにある番号" autoComplete="off" {...form.field('mailNumber')} />
        </>
      )}
      {demands(clause, 'bank_account') && (
        <SelectField
          emptyLabel="まだ登録がありません"
          options={
            bankAccount
              ? [
                  {
                    value: bankAccount.id,
                    label: `${bankAccount.bankName} ${bankAccount.accountNumber} ${bankAccount.accountHolderKana}`,
                  },
                ]
              : []
          }
          {...form.field('bankAccount')}
        />
      )}
      {demands(clause, 'filed_at') && (
        <div className="wide">
          <TextField
            help="台帳とともに保管した場所。例 本店 書庫B 2026-11"
            autoComplete="off"
            {...form.field('filedAt')}
          />
        </div>
      )}
    </>
  )
}
