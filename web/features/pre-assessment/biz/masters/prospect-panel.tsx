import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Row } from '#web/ui/page.tsx'
import { WhenPartRead } from '#web/ui/query-state.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import {
  type Prospect,
  type ProspectValues,
  prospectBody,
  prospectName,
  prospectRules,
  prospectTexts,
  prospectValuesOf,
} from './prospect.rules.ts'
import { ProspectMerge } from './prospect-merge.tsx'

type FormProps = { stored: Prospect | undefined; onDone?: (id: number) => void }

function ProspectForm({ stored, onDone }: FormProps) {
  const client = useQueryClient()
  const create = useMutationOf(calls.createCustomer)
  const replace = useMutationOf(calls.replaceCustomer)
  const setup = useStoredForm<ProspectValues, Prospect>({
    draft: `prospect-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: prospectValuesOf,
    rules: prospectRules,
    save: (values, { version }) =>
      stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...prospectBody(values), version } })
        : create.mutateAsync({ body: prospectBody(values) }),
    onSaved: (saved) => {
      client.setQueryData(queryOf(calls.customer, { params: { id: saved.id } }).queryKey, saved)
      notify.done(`${prospectName(saved)}様を保存しました。`)
      setup.startFrom(saved)
      onDone?.(saved.id)
    },
  })
  const { field } = setup.form
  return (
    <SetupForm
      setup={setup}
      textOf={prospectTexts}
      submit={stored ? 'この内容で保存する' : 'お客さまを加える'}
      more={undefined}
    >
      <TextField autoComplete="off" maxLength={60} {...field('name')} />
      <TextField autoComplete="off" maxLength={60} {...field('nameKana')} />
      <TextField autoComplete="off" inputMode="tel" maxLength={20} {...field('phone')} />
      <TextField autoComplete="off" inputMode="email" maxLength={254} {...field('email')} />
      <TextArea maxLength={500} {...field('note')} />
    </SetupForm>
  )
}

export function NewProspect({ onDone }: { onDone: (id: number) => void }) {
  return (
    <>
      <h2>お客さまを加える</h2>
      <ProspectForm stored={undefined} onDone={onDone} />
    </>
  )
}

export function ProspectPanel({ id, onGone }: { id: number; onGone: () => void }) {
  const read = useCall(calls.customer, { params: { id } })
  return (
    <WhenPartRead state={read} lines={8}>
      {(prospect) => (
        <>
          <h2>{`${prospectName(prospect)} 様`}</h2>
          <Acts prospect={prospect} onGone={onGone} />
          <ProspectForm key={prospect.id} stored={prospect} />
        </>
      )}
    </WhenPartRead>
  )
}

function Acts({ prospect, onGone }: { prospect: Prospect; onGone: () => void }) {
  const confirm = useConfirm()
  const shop = useStaff()?.company.shops[0]
  const [isMerging, setMerging] = useState(false)
  const remove = useMutationOf(calls.removeCustomer)
  const update = useMutationOf(calls.updateCustomer, { rereadsOnError: true })
  const { id, customer, version } = prospect
  const erase = async () => {
    const sure = await confirm({
      title: `${prospectName(prospect)}様の情報を消しますか?`,
      body: 'お名前・電話番号・メールアドレス・メモが消え、元には戻せません。お伝えした金額の記録は、お名前なしで残ります。',
      confirm: '情報を消す',
      cancel: '戻る',
      danger: true,
    })
    if (!sure) return
    try {
      await remove.mutateAsync({ params: { id } })
      notify.done('お客さまの情報を消しました。')
      onGone()
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  const part = async () => {
    try {
      await update.mutateAsync({ params: { id }, body: { customer: null, version } })
      notify.done('会員との結びつきを外しました。')
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  return (
    <>
      {customer && (
        <Notice role="status" title="会員のお客さまと結びついています">
          {shop && (
            <Link to="/biz/customers/$shop/$id" params={{ shop: String(shop.id), id: String(customer) }}>
              {`会員番号${customer}のお客さまを見る`}
            </Link>
          )}
        </Notice>
      )}
      <Row gap={8} style={{ flexWrap: 'wrap' }}>
        {customer ? (
          <QuietButton size="small" pending={update.isPending} onClick={() => void part()}>
            会員との結びつきを外す
          </QuietButton>
        ) : (
          <QuietButton size="small" onClick={() => setMerging(true)}>
            会員のお客さまと結びつける
          </QuietButton>
        )}
        <QuietButton size="small" pending={remove.isPending} onClick={() => void erase()}>
          情報を消す
        </QuietButton>
      </Row>
      {isMerging && <ProspectMerge prospect={prospect} onClose={() => setMerging(false)} />}
    </>
  )
}
