import { useState } from 'react'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { formatPhone } from '#contract/text'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Prospect } from './pre-assessment-words.ts'

const MOST = 6

type Props = {
  prospect: Prospect | null
  onChoose: (prospect: number | null) => void
  onClose: () => void
}

const valuesOf = (person: Prospect | null) => ({
  name: person?.name ?? '',
  nameKana: person?.nameKana ?? '',
  phone: person?.phone ?? '',
  email: person?.email ?? '',
  note: person?.note ?? '',
})

const labels = {
  name: 'お名前',
  nameKana: 'ふりがな',
  phone: '電話番号',
  email: 'メールアドレス',
  note: 'このお客さまのメモ',
}

/** Who asks: somebody known by name or telephone, or somebody new; or what is known is put right. */
export function ProspectDialog({ prospect, onChoose, onClose }: Props) {
  const [base, setBase] = useState(prospect)
  const create = useMutationOf(preAssessmentCalls.createCustomer)
  const update = useMutationOf(preAssessmentCalls.replaceCustomer)
  const form = useShortForm(preAssessmentCalls.createCustomer, {
    labels,
    defaultValues: valuesOf(prospect),
    stale: 'ほかの人が先に直しました。閉じてから、もう一度開いてください。',
  })
  const [name = '', phone = ''] = form.watch(['name', 'phone'])
  const q = useSettled(phone.trim().length >= 3 ? phone.trim() : name.trim())
  const isSought = base === null && q.length >= 2
  const found = useCallWithPrevious(preAssessmentCalls.customers, { query: { q, size: MOST } }, isSought)
  const hits = isSought ? (found.data?.results ?? []) : []

  const save = () =>
    form.submit(async (body) => {
      const saved = base
        ? await update.mutateAsync({ params: { id: base.id }, body: { ...body, version: base.version } })
        : await create.mutateAsync({ body })
      onChoose(saved.id)
      onClose()
    })
  const anew = () => {
    setBase(null)
    form.reset(valuesOf(null))
  }
  return (
    <ActDialog
      title={base ? 'お客さま' : 'お客さまを選ぶ'}
      confirm={base ? 'この内容で保存する' : '新しいお客さまとして加える'}
      onConfirm={() => void save()}
      pending={form.pending}
      onClose={onClose}
    >
      <Stack gap={10}>
        <TextField autoFocus autoComplete="off" maxLength={60} {...form.field('name')} />
        <TextField autoComplete="off" maxLength={60} {...form.field('nameKana')} />
        <TextField autoComplete="off" inputMode="tel" maxLength={20} {...form.field('phone')} />
        {isSought && found.isError && <ErrorText role="alert">{sentenceFor(found.error)}</ErrorText>}
        {hits.length > 0 && (
          <fieldset aria-label="前にいらしたお客さま">
            <Muted style={{ fontSize: 12 }}>前にいらしたお客さま</Muted>
            <Stack gap={4}>
              {hits.map((person) => (
                <QuietButton
                  key={person.id}
                  onClick={() => {
                    onChoose(person.id)
                    onClose()
                  }}
                >
                  {[person.name || '(お名前なし)', person.phone && formatPhone(person.phone)]
                    .filter(Boolean)
                    .join(' ・ ')}
                  {person.hasLine && <StatusChip tone="ok">LINE</StatusChip>}
                </QuietButton>
              ))}
            </Stack>
          </fieldset>
        )}
        <TextField autoComplete="off" inputMode="email" maxLength={254} {...form.field('email')} />
        <TextArea rows={2} maxLength={500} {...form.field('note')} />
        {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
        {base && (
          <Row>
            <QuietButton size="small" onClick={anew}>
              別のお客さまにする
            </QuietButton>
            <QuietButton
              size="small"
              onClick={() => {
                onChoose(null)
                onClose()
              }}
            >
              お客さまを外す
            </QuietButton>
          </Row>
        )}
      </Stack>
    </ActDialog>
  )
}
