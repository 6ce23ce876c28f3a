import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { addressLine, isSamePlace } from '#contract/address'
import { formatDateJa } from '#contract/day'
import { identificationGapText } from '#contract/identification'
import { identityCalls } from '#contract/identity'
import { foldSearch } from '#contract/text'
import { ApiError } from '#web/lib/api-error.ts'
import { errorCode } from '#web/lib/ask.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { type Problems, useCallForm } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { markedAgainst } from './difference.ts'
import type { Correction, Review } from './review-types.ts'

type Values = {
  verifiedName: string
  verifiedBirthday: string
  verifiedAddress: string
  documentIssuer: string
  documentNumber: string
}

const labels: Record<keyof Values, string> = {
  verifiedName: '書類の氏名',
  verifiedBirthday: '書類の生年月日',
  verifiedAddress: '書類の住所',
  documentIssuer: '書類の発行元',
  documentNumber: '書類の番号',
}

const Fact = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 6,
  padding: '8px 0',
  borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  '&[data-differs]': { background: theme.okuru.palette.warning.bg, margin: '0 -8px', padding: 8 },
  '& mark': { color: 'inherit', background: '#f4d35e', fontWeight: 700 },
  '& .entered': { fontSize: 13 },
}))

const Marked = ({ text, other }: { text: string; other: string }) => {
  const { start, differs, end } = markedAgainst(text, other)
  return (
    <>
      {start}
      {differs && <mark>{differs}</mark>}
      {end}
    </>
  )
}

type Part = 'name' | 'birthday' | 'address'

const fieldOf: Readonly<Record<Part, keyof Values>> = {
  name: 'verifiedName',
  birthday: 'verifiedBirthday',
  address: 'verifiedAddress',
}

const keyOf: Readonly<Record<Part, string>> = { name: 'KeyN', birthday: 'KeyB', address: 'KeyA' }

const enteredOf = (review: Review): Record<Part, string> => ({
  name: review.name,
  birthday: review.birthday ?? '',
  address: addressLine(review.address),
})

const isSame = (review: Review, part: Part, typed: string): boolean => {
  if (part === 'name') return foldSearch(typed) === foldSearch(review.name)
  if (part === 'birthday') return typed === review.birthday
  return isSamePlace(typed, review.address)
}

const missingOf = (error: unknown): string =>
  error instanceof ApiError && errorCode(error) === 'identity_gaps'
    ? ((error.body as { missing?: (keyof typeof identificationGapText)[] }).missing ?? [])
        .map((gap) => identificationGapText[gap])
        .join('')
    : ''

type Props = {
  review: Review
  corrections: readonly Correction[]
  onCorrection: (chosen: Correction) => void
}

function useApproval(review: Review, corrections: readonly Correction[]) {
  const navigate = useNavigate()
  const approve = useMutationOf(identityCalls.approve, { rereadsOnError: true })
  const bodyOf = (values: Values) => ({ ...values, version: review.version })
  const [looked, setLooked] = useState({ expiry: false, face: false })
  const form = useCallForm<Values>({
    call: identityCalls.approve,
    labels,
    bodyOf,
    blank: {
      verifiedName: '書類の氏名を確かめてください。',
      verifiedBirthday: '書類の生年月日を確かめてください。',
      verifiedAddress: '書類の住所を確かめてください。',
    },
    also: ({ documentNumber }): Problems => ({
      documentNumber:
        review.document !== 'my_number_card' && documentNumber.trim() === ''
          ? '書類の番号を入力してください。'
          : undefined,
    }),
    defaultValues: {
      verifiedName: '',
      verifiedBirthday: '',
      verifiedAddress: '',
      documentIssuer: '',
      documentNumber: '',
    },
  })
  const send = async (values: Values) => {
    if (corrections.length > 0)
      throw new NotYet(
        '撮り直しの理由を選んでいるあいだは、承認できません。理由を外すか、撮り直しを依頼してください。',
      )
    if (!looked.expiry || !looked.face) throw new NotYet('有効期限とお顔を見比べて、チェックしてください。')
    try {
      await approve.mutateAsync({ params: { id: review.id }, body: bodyOf(values) })
    } catch (error) {
      const missing = missingOf(error)
      if (missing) notify.failed(missing)
      throw error
    }
    notify.done(`${review.customerName} 様の本人確認を承認しました。`)
    await navigate({ to: '/biz/identity' })
  }
  return { form, send, looked, setLooked, isPending: approve.isPending }
}

/** Shown as the message of the whole form. */
class NotYet extends Error {
  readonly body: { non_field_errors: string[] }
  constructor(sentence: string) {
    super(sentence)
    this.body = { non_field_errors: [sentence] }
  }
}

/** Nothing is prefilled: each fact is confirmed or typed from the paper. */
export function ApproveForm({ review, corrections, onCorrection }: Props) {
  const { form, send, looked, setLooked, isPending } = useApproval(review, corrections)
  const entered = enteredOf(review)
  const take = (part: Part) =>
    form.setValue(fieldOf[part], entered[part], { shouldDirty: true, shouldValidate: true })
  useShortcuts(
    (Object.keys(keyOf) as Part[]).map((part) => ({
      code: keyOf[part],
      label: `${labels[fieldOf[part]]}は登録と同じ`,
      run: () => take(part),
    })),
  )
  const expires = review.documentExpiresOn
  const isValid = expires !== null && expires >= todayInTokyo()
  return (
    <Card>
      <h2>書類と入力の比較</h2>
      <Form form={form} onValid={send}>
        <div>
          {(['name', 'birthday', 'address'] as const).map((part) => (
            <FactRow
              key={part}
              form={form}
              review={review}
              part={part}
              isReturned={corrections.some((correction) => correction.part === part)}
              onSame={() => take(part)}
              onDiffers={() => onCorrection({ part, reason: `${part}_differs` })}
            />
          ))}
          <Fact>
            <CheckField
              checked={looked.expiry}
              onChange={(event) => setLooked({ ...looked, expiry: event.target.checked })}
              label={
                <>
                  有効期限 {expires ? formatDateJa(expires).replace(/\(.\)$/, '') : '—'} は書類と同じ{' '}
                  <Muted>{isValid ? '期限内' : '期限切れ'}</Muted>
                </>
              }
            />
            {review.documentIssuedOn && (
              <span className="entered">
                発行 {formatDateJa(review.documentIssuedOn).replace(/\(.\)$/, '')}
              </span>
            )}
            {review.hasNewAddress && (
              <span className="entered">お客さまは「書類に新しい住所の記載がある」と答えています。</span>
            )}
          </Fact>
          <Fact>
            <CheckField
              checked={looked.face}
              onChange={(event) => setLooked({ ...looked, face: event.target.checked })}
              label="お顔は書類の写真と同じ方で、厚みから原本とわかる"
            />
          </Fact>
        </div>
        <TextField required help="例 東京都公安委員会" autoComplete="off" {...form.field('documentIssuer')} />
        {review.document === 'my_number_card' ? (
          <p style={{ fontSize: 12 }}>
            マイナンバー(12桁)は法律により記録できません。番号は書かないでください。
          </p>
        ) : (
          <TextField required autoComplete="off" {...form.field('documentNumber')} />
        )}
        <NextButton type="submit" pending={isPending}>
          承認する
        </NextButton>
      </Form>
    </Card>
  )
}

type FactProps = {
  form: ReturnType<typeof useApproval>['form']
  review: Review
  part: Part
  isReturned: boolean
  onSame: () => void
  onDiffers: () => void
}

function FactRow({ form, review, part, isReturned, onSame, onDiffers }: FactProps) {
  const name = fieldOf[part]
  const typed = useWatch({ control: form.control, name })
  const entered = enteredOf(review)[part]
  const differs = typed !== '' && !isSame(review, part, typed)
  const plain = part === 'birthday' && entered ? formatDateJa(entered).replace(/\(.\)$/, '') : entered
  const shown: ReactNode = differs ? <Marked text={entered} other={typed} /> : plain
  return (
    <Fact data-differs={differs || isReturned ? '' : undefined}>
      <Row style={{ justifyContent: 'space-between' }}>
        <span className="entered">
          <Muted>登録</Muted> {shown}
          {part === 'birthday' && review.age !== null && ` (${review.age}歳)`}
        </span>
        <Row gap={6}>
          <QuietButton size="small" onClick={onSame} endIcon={<Kbd>{keyOf[part].slice(3)}</Kbd>}>
            同じ
          </QuietButton>
          <QuietButton size="small" aria-pressed={isReturned} onClick={onDiffers}>
            {isReturned ? '違う(訂正を依頼)' : '違う'}
          </QuietButton>
        </Row>
      </Row>
      <TextField
        required
        type={part === 'birthday' ? 'date' : undefined}
        autoComplete="off"
        help={
          differs
            ? '登録と違います。'
            : typed === ''
              ? '同じなら「同じ」、違うときは書類のとおりに'
              : '一致しています。'
        }
        {...form.field(name)}
      />
    </Fact>
  )
}
