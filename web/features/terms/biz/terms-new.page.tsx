import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { addDays, formatDateJa } from '#contract/day'
import { setupCalls } from '#contract/setup'
import { termsCalls } from '#contract/terms'
import { termsProblem } from '#contract/terms-text'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { type StoredFormState, useStoredForm } from '#web/ui/use-stored-form.ts'
import { TermsText } from '../terms-text.tsx'
import { newTermsRules, type TermsValues, termsTexts } from './terms.rules.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignItems: 'start',
  maxWidth: 1280,
  '& > aside': { display: 'grid', gap: 8, minWidth: 0 },
  '& > aside > h2': { ...theme.typography.h2, fontSize: 14 },
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    '& > aside': { position: 'sticky', top: 'calc(var(--shell-top, 0px) + 16px)' },
    '& > aside > .paper': { maxHeight: 'calc(100vh - var(--shell-top, 0px) - 90px)', overflow: 'auto' },
  },
}))

type Published = { version: number; name: string }

export default function NewTermsPage() {
  const current = useCall(termsCalls.current)
  const isNone = current.error instanceof ApiError && current.error.status === 404
  return (
    <DetailPage
      title="新しい版の公開"
      lead={<Muted>お客さまは、適用中の版に同意してお申し込みになります。</Muted>}
    >
      {current.data || isNone ? (
        <NewTerms body={current.data?.body ?? ''} />
      ) : current.isError ? (
        <ErrorPanel onRetry={() => void current.refetch()} retrying={current.isFetching} />
      ) : (
        <Loading skeleton={<FormSkeleton />} />
      )}
    </DetailPage>
  )
}

function NewTerms({ body }: { body: string }) {
  const navigate = useNavigate()
  const confirm = useConfirm()
  const publish = useMutationOf(setupCalls.publishTerms)
  const isFirst = body === ''
  const tomorrow = addDays(todayInTokyo(), isFirst ? 0 : 1)
  const setup = useStoredForm<TermsValues, Published>({
    draft: 'terms-new',
    stored: undefined,
    valuesOf: () => ({ version: '', effectiveOn: isFirst ? tomorrow : '', body }),
    rules: newTermsRules(todayInTokyo(), isFirst ? undefined : body),
    save: async (values) => {
      const begins = formatDateJa(values.effectiveOn)
      const sure = await confirm({
        title: `${values.version}版を公開しますか?`,
        body: `${begins}から、お客さまはこの版に同意してお申し込みになります。公開した文章は変えられません。`,
        confirm: '公開する',
      })
      if (!sure) return false
      const made = await publish.mutateAsync({ body: values })
      return { version: 0, name: made.version }
    },
    onSaved: ({ name }) => {
      notify.done(`${name}版を公開しました。`)
      void navigate({ to: '/biz/terms/$version', params: { version: name } })
    },
  })
  const values = setup.form.watch()
  return (
    <Columns>
      <Card>
        <SetupForm
          setup={setup}
          textOf={termsTexts}
          submit="内容を確認して公開する"
          more={<QuietLink to="/biz/terms">戻る</QuietLink>}
        >
          <Fields setup={setup} />
        </SetupForm>
      </Card>
      <Preview values={values} />
    </Columns>
  )
}

function Fields({ setup }: { setup: StoredFormState<TermsValues, Published> }) {
  const { form } = setup
  const day = useBound(form, 'effectiveOn')
  return (
    <>
      <div style={{ maxWidth: 240 }}>
        <DatePicker
          {...day}
          required
          help="この日の0時(日本時間)から。"
          min={todayInTokyo()}
          onChange={(value) => {
            day.onChange(value)
            if (/^[\d-]*$/.test(form.getValues('version'))) form.setValue('version', value)
          }}
        />
      </div>
      <TextField
        required
        help="お申し込みの記録に残ります。半角の英数字とハイフン。例 2026-12-01"
        autoComplete="off"
        maxLength={20}
        {...form.field('version')}
        style={{ maxWidth: 240 }}
      />
      <TextArea
        required
        help="「第1条(この規約について)」のような行が見出しになります。"
        maxLength={60_000}
        rows={24}
        {...form.field('body')}
        style={{ minHeight: 240, maxHeight: 'max(320px, calc(100vh - 420px))' }}
      />
    </>
  )
}

function Preview({ values }: { values: TermsValues }) {
  const problem = termsProblem(values.body)
  return (
    <aside aria-labelledby="preview">
      <h2 id="preview">お客さまに見える形</h2>
      {problem ? (
        <Card>
          <Muted>{problem}</Muted>
        </Card>
      ) : (
        // Focusable, so that the text can be scrolled by keyboard.
        <Card className="paper" tabIndex={0} aria-labelledby="preview">
          <TermsText
            terms={{
              version: values.version || '—',
              effectiveOn: values.effectiveOn || todayInTokyo(),
              body: values.body,
            }}
          />
        </Card>
      )}
    </aside>
  )
}
