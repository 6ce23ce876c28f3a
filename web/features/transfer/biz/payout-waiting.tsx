import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatDateJa } from '#contract/day'
import { formatYen } from '#contract/text'
import { transferCalls } from '#contract/transfer'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { CancelError } from '#web/lib/api-error.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useListState } from '#web/lib/list-state.ts'
import { queryOf, useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { useColumns } from '#web/ui/use-columns.tsx'
import { isBankClosed } from './pay-date.ts'
import type { PayoutTabs } from './payout-batches.tsx'
import { candidateColumns, PayoutCandidates } from './payout-candidates.tsx'
import { Figures, Notice, ProblemList, StickyFoot } from './payout-parts.tsx'
import { type Candidate, isError, type Problem, problemsOfError, totalOf } from './payout-types.ts'

const Head = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '260px minmax(0, 1fr)' },
}))

const Foot = styled(StickyFoot)({ margin: 'auto -20px -18px' })

export const canBePaid = ({ problems }: Candidate): boolean => !problems.some(isError)

export function PayoutWaiting({ tabs }: { tabs: PayoutTabs }) {
  const { query, set } = useListState(transferCalls.candidates)
  const navigate = useNavigate()
  const client = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const { shown, chooser } = useColumns('payout-candidates', candidateColumns)
  const [asked, setAsked] = useState(false)
  const refused = useRef<HTMLDivElement>(null)
  const waiting = useCallWithPrevious(transferCalls.candidates, { query })
  const make = useMutationOf(transferCalls.createBatch, {
    onSuccess: (batch) => {
      client.setQueryData(queryOf(transferCalls.batch, { params: { id: batch.id } }).queryKey, batch)
      void navigate({ to: '/biz/payouts/$id', params: { id: String(batch.id) } })
    },
    rereadsOnError: true,
  })
  const { confirmed, dialog } = useReauthenticate()
  const data = waiting.data
  const candidates = data?.candidates ?? []
  const payable = candidates.filter(canBePaid)
  const chosen = payable.filter(({ transfer }) => !left.has(transfer))
  const dayProblem = data?.problems.find(({ field }) => field === 'payDate')
  const other = (data?.problems ?? []).filter((problem) => problem !== dayProblem)
  const blocked = [dayProblem, ...other].some((problem) => problem && isError(problem))
  const empty = candidates.length === 0

  const create = () => {
    setAsked(true)
    if (!data || blocked || chosen.length === 0 || waiting.isPlaceholderData) {
      setTimeout(() => refused.current?.focus())
      return
    }
    if (make.isPending) return
    const body = { payDate: data.payDate, transfers: chosen.map(({ transfer }) => transfer) }
    // What is refused stands above the button; going back from the password leaves nothing to say.
    confirmed(() => make.mutateAsync({ body })).catch((error) => error instanceof CancelError && make.reset())
  }
  return (
    <ListPage title="振込" {...tabs} tools={chooser}>
      <Head>
        <PayDate
          value={query.payDate ?? data?.payDate ?? ''}
          problem={waiting.isPlaceholderData ? undefined : dayProblem}
          onChange={(payDate) => set({ payDate })}
        />
        <Figures
          items={[
            { key: 'chosen', label: '選択中', count: chosen.length, amount: totalOf(chosen) },
            { key: 'all', label: '振込待ち', count: candidates.length, amount: totalOf(candidates) },
            {
              key: 'held',
              label: '直すところがある',
              count: candidates.length - payable.length,
              amount: totalOf(candidates) - totalOf(payable),
            },
          ]}
        />
      </Head>
      {other.length > 0 && (
        <Notice tone="error">
          <b>このままでは振込データを作れません</b>
          <ProblemList problems={other} />
        </Notice>
      )}
      {waiting.isError && !data ? (
        <Failed state={waiting} />
      ) : (
        <PayoutCandidates
          columns={shown}
          rows={data && candidates}
          loading={waiting.isPlaceholderData}
          left={left}
          onLeft={setLeft}
        />
      )}
      {!empty && (
        <>
          <Refusal
            ref={refused}
            error={make.error}
            reason={
              !asked || make.error
                ? undefined
                : blocked
                  ? (dayProblem?.message ?? '上に示した内容を直すと、振込データを作れます。')
                  : chosen.length === 0
                    ? '振り込むものを1件以上選んでください。'
                    : undefined
            }
          />
          <Foot>
            <span>
              {data && formatDateJa(data.payDate)} ・ <b>{chosen.length}件</b> ・{' '}
              <b>{formatYen(totalOf(chosen))}</b>
            </span>
            <NextButton onClick={create} pending={make.isPending}>
              振込データを作る
            </NextButton>
          </Foot>
        </>
      )}
      {dialog}
    </ListPage>
  )
}

type PayDateProps = { value: string; problem?: Problem; onChange: (date: string | undefined) => void }

function PayDate({ value, problem, onChange }: PayDateProps) {
  return (
    <div>
      <DatePicker
        label="振込指定日"
        value={value}
        min={todayInTokyo()}
        isClosed={isBankClosed}
        error={problem?.message}
        // A half-typed date is blank; the last complete one stays.
        onChange={(date) => date && onChange(date)}
      />
      {problem && (
        <QuietButton size="small" style={{ marginTop: 8 }} onClick={() => onChange(undefined)}>
          次の営業日にする
        </QuietButton>
      )}
    </div>
  )
}

type RefusalProps = { error: unknown; reason?: string; ref: React.Ref<HTMLDivElement> }

function Refusal({ error, reason, ref }: RefusalProps) {
  if (!error && !reason) return null
  const problems = problemsOfError(error)
  return (
    <Notice tone="error" role="alert" tabIndex={-1} ref={ref}>
      <b>振込データは作られていません</b>
      <span>{reason ?? sentenceFor(error)}</span>
      {problems.length > 0 && <ProblemList problems={problems} />}
    </Notice>
  )
}
