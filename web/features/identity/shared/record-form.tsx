import { styled } from '@mui/material/styles'
import { useForm, useWatch } from 'react-hook-form'
import { type IdentificationClause, identificationClauseLabel, identificationKind } from '#contract/codes'
import type { customerCalls } from '#contract/customer'
import { demands } from '#contract/identification'
import { identityCalls } from '#contract/identity'
import { isKana, toFullKatakana } from '#contract/text'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useDraft } from '#web/lib/draft.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { BirthdayField, birthdayProblem } from '#web/ui/birthday-field.tsx'
import { useBound } from '#web/ui/bound-field.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Inset } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form, useNormalizeOnBlur } from '#web/ui/form.tsx'
import { useFormDraft } from '#web/ui/form-draft.ts'
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
  mailDeliveredOn: '',
  mailNumber: '',
  bankAccount: '',
  filedAt: '',
}

/** Never stored in a draft: with them others could misuse a document. */
const neverKept = ['documentNumber', 'verifiedBirthday'] as const

const OTHER_DOCUMENT = '9'
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
    ...(demands(clause, 'mail') && {
      mailDeliveredOn: values.mailDeliveredOn || null,
      mailNumber: values.mailNumber,
    }),
    ...(demands(clause, 'bank_account') && { bankAccount: Number(values.bankAccount) || null }),
    ...(demands(clause, 'filed_at') && { filedAt: values.filedAt }),
  }
}

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
    { ...blank, bankAccount: customer.bankAccount ? String(customer.bankAccount.id) : '' },
    { omit: neverKept },
  )
  const form = useForm<Values>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: draft.value,
  })
  useFormDraft(form, draft)
  const record = useMutationOf(identityCalls.record)
  const clause = useWatch({ control: form.control, name: 'clause' })
  const save = async (values: Values) => {
    const made = await record.mutateAsync({ params, body: bodyOf(values) })
    draft.clear()
    if (made.missing.length === 0) notify.done('本人確認を記録しました。')
    else notify.info(`記録しましたが、まだ ${made.missing.length}件足りません。`)
    onDone()
  }
  return (
    <Inset style={{ margin: '10px 0' }}>
      <Form form={form} onValid={save} labels={labels}>
        <SelectField
          label={labels.clause}
          required
          options={Object.entries(identificationClauseLabel).map(([value, label]) => ({
            value: value as IdentificationClause,
            label,
          }))}
          {...form.register('clause')}
        />
        <ol style={{ paddingLeft: 20, fontSize: 12 }}>
          {clauseSteps[clause].map((step) => (
            <li key={step} style={{ listStyle: 'decimal' }}>
              {step}
            </li>
          ))}
        </ol>
        <Grid>
          <DocumentFields form={form} clause={clause} />
          <PersonFields form={form} />
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

type FormOf = { form: ReturnType<typeof useForm<Values>> }

const kinds = Object.entries(identificationKind)
  .filter(([value]) => value !== '0')
  .map(([value, label]) => ({ value, label }))

function DocumentFields({ form, clause }: FormOf & { clause: Clause }) {
  const kind = useWatch({ control: form.control, name: 'identificationKind' })
  const { errors } = form.formState
  if (!demands(clause, 'document')) return null
  return (
    <>
      <SelectField
        label={labels.identificationKind}
        required
        options={kinds}
        {...form.register('identificationKind')}
      />
      {kind === OTHER_DOCUMENT && (
        <TextField
          label={labels.documentName}
          required
          error={errors.documentName?.message}
          {...form.register('documentName', { required: '書類の名前を入力してください(例 パスポート)' })}
        />
      )}
      <TextField
        label={labels.documentIssuer}
        required
        help="例 東京都公安委員会"
        error={errors.documentIssuer?.message}
        {...form.register('documentIssuer', { required: '書類の発行元を入力してください' })}
      />
      {kind === NUMBER_CARD ? (
        <p style={{ fontSize: 12, alignSelf: 'end' }}>
          マイナンバー(12桁)は法律により記録できません。番号は書かないでください。
        </p>
      ) : (
        <TextField
          label={labels.documentNumber}
          required
          autoComplete="off"
          error={errors.documentNumber?.message}
          {...form.register('documentNumber', { required: '書類の番号を入力してください' })}
        />
      )}
    </>
  )
}

function PersonFields({ form }: FormOf) {
  const { errors } = form.formState
  const normalize = useNormalizeOnBlur(form)
  const birthday = useBound(form.control, 'verifiedBirthday', {
    validate: (value: string) => birthdayProblem(value, todayInTokyo()) ?? true,
  })
  return (
    <>
      <TextField
        label={labels.verifiedName}
        required
        help="登録ではなく、書類に書いてあるとおりに"
        autoComplete="off"
        error={errors.verifiedName?.message}
        {...form.register('verifiedName', { required: '書類の氏名を入力してください' })}
      />
      <TextField
        label={labels.verifiedNameKana}
        required
        help="ひらがなでも半角でもかまいません"
        autoComplete="off"
        error={errors.verifiedNameKana?.message}
        {...normalize('verifiedNameKana', toFullKatakana, {
          required: '氏名のカナを入力してください',
          validate: (value: string) => isKana(value) || 'カナで入力してください(例 ヤマダ ハナコ)',
        })}
      />
      <BirthdayField {...birthday} label={labels.verifiedBirthday} required ofOther />
      <div className="wide">
        <TextField
          label={labels.verifiedAddress}
          required
          autoComplete="off"
          error={errors.verifiedAddress?.message}
          {...form.register('verifiedAddress', { required: '書類の住所を入力してください' })}
        />
      </div>
    </>
  )
}

function ProofFields({ form, clause, customer }: FormOf & { clause: Clause; customer: Customer }) {
  const { bankAccount } = customer
  const { errors } = form.formState
  return (
    <>
      {demands(clause, 'mail') && (
        <>
          <TextField
            label={labels.mailDeliveredOn}
            help="まだ届いていないときは空のまま記録し、届いてから新しく記録します"
            type="date"
            error={errors.mailDeliveredOn?.message}
            {...form.register('mailDeliveredOn')}
          />
          <TextField
            label={labels.mailNumber}
            help="書留などの控えにある番号"
            autoComplete="off"
            error={errors.mailNumber?.message}
            {...form.register('mailNumber')}
          />
        </>
      )}
      {demands(clause, 'bank_account') && (
        <SelectField
          label={labels.bankAccount}
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
          {...form.register('bankAccount')}
        />
      )}
      {demands(clause, 'filed_at') && (
        <div className="wide">
          <TextField
            label={labels.filedAt}
            help="台帳とともに保管した場所。例 本店 書庫B 2026-11"
            autoComplete="off"
            error={errors.filedAt?.message}
            {...form.register('filedAt')}
          />
        </div>
      )}
    </>
  )
}
