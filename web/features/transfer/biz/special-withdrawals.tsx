import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { bankAccountType, labelOf } from '#contract/codes'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import { secondPersonSentence } from '#contract/second-person'
import { formatYen, toFullKatakana } from '#contract/text'
import { transferCalls } from '#contract/transfer'
import { PasswordDialog } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { pagesOf } from '#web/ui/pagination.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { useAttention } from '#web/ui/use-attention.ts'
import { Yen } from '#web/ui/yen.tsx'
import { CannotSendDialog } from './cannot-send-dialog.tsx'
import type { PayoutTabs } from './payout-batches.tsx'
import { Notice, ProblemList } from './payout-parts.tsx'
import { isError, problemsOfError } from './payout-types.ts'

type Special = AskResult<typeof transferCalls.specialWithdrawals>['results'][number]

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
  gap: 16,
  alignItems: 'start',
})

export function SpecialWithdrawals({ tabs }: { tabs: PayoutTabs }) {
  const list = useList(transferCalls.specialWithdrawals)
  const { read } = list
  const [said, setSaid] = useState<string>()
  // The button that was pressed is gone.
  const status = useAttention<HTMLDivElement>(said)
  return (
    <ListPage title="振込" {...tabs} pagination={pagesOf(list)}>
      <Muted style={{ maxWidth: 760 }}>
        お支払いの期限(180日)を過ぎた残高のご依頼です。2人が別々に、お名前・口座・金額を確認すると、振込待ちに進みます。
      </Muted>
      <div role="status" ref={status} tabIndex={-1} style={{ outline: 'none' }}>
        {said && (
          <Notice tone="plain">
            <span>{said}</span>
          </Notice>
        )}
      </div>
      {read.isError && !read.data ? (
        <Failed state={read} />
      ) : !read.data ? (
        <CardListSkeleton />
      ) : read.data.results.length === 0 ? (
        <Empty
          title="確認を待つ期限後のお支払いはありません"
          action={
            <QuietLink to="/biz/payouts" search={{}}>
              振込待ちを見る
            </QuietLink>
          }
        >
          お客さまがご依頼になると、ここに並びます。
        </Empty>
      ) : (
        <Cards>
          {read.data.results.map((row) => (
            <SpecialCard key={row.transfer} row={row} onSaid={setSaid} />
          ))}
        </Cards>
      )}
    </ListPage>
  )
}

const dateTime = (at: string | null) => (at ? formatDateTimeJa(at) : '—')

const facts = (row: Special) => [
  { key: 'verified', term: '確認済みの名前', value: <b>{toFullKatakana(row.verifiedNameKana) || '—'}</b> },
  { key: 'holder', term: '口座名義', value: <b>{toFullKatakana(row.accountHolderKana)}</b> },
  {
    key: 'account',
    term: '振込先',
    value: `${row.bankName} ${row.branchName} ${labelOf(bankAccountType, row.accountType)} ${row.accountNumberMasked}`,
  },
  { key: 'changed', term: '口座の変更', value: dateTime(row.accountChangedAt) },
  { key: 'credit', term: '最後の入金', value: dateTime(row.newestCreditAt) },
  { key: 'asked', term: 'ご依頼', value: dateTime(row.requestedAt) },
  ...(row.bouncedBefore ? [{ key: 'bounced', term: '前回の組戻し', value: row.bouncedBefore }] : []),
]

function SpecialCard({ row, onSaid }: { row: Special; onSaid: (said: string) => void }) {
  const [open, setOpen] = useState<'check' | 'end'>()
  const second = row.firstCheckedBy !== ''
  const stopped = row.problems.some(isError)
  const check = useMutationOf(transferCalls.checkSpecialWithdrawal, { rereadsOnError: true })
  const problems = problemsOfError(check.error)
  const whose = `${row.customerName}様の${formatYen(row.amount)}`
  const confirmed = async () => {
    const body = { version: row.version }
    const done = await check.mutateAsync({ params: { id: row.transfer }, body }).catch(() => undefined)
    setOpen(undefined)
    if (!done) return
    onSaid(
      done.scheduledOn
        ? `${whose}は、2人の確認が済みました。${formatDateJa(done.scheduledOn)}の振込待ちに入りました。お客さまにもお知らせします。`
        : `${whose}に、1人目の確認を記録しました。もう1人の確認を待っています。`,
    )
  }
  return (
    <Card as="article" aria-label={`振込番号${row.transfer} ${row.customerName}様`}>
      <Stack gap={10}>
        <Row style={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
          <h2 style={{ fontSize: 15 }}>{row.customerName}様</h2>
          <Yen amount={row.amount} size={22} />
        </Row>
        <DefinitionList items={[{ key: 'transfer', term: '振込番号', value: row.transfer }, ...facts(row)]} />
        {stopped && <ProblemList problems={row.problems} />}
        {check.error && (
          <Notice tone="error" role="alert">
            <b>まだ確認済みになっていません</b>
            <span>{sentenceFor(check.error)}</span>
            {problems.length > 0 && <ProblemList problems={problems} />}
          </Notice>
        )}
        <p style={{ fontSize: 13 }}>{stepText(row)}</p>
        <Row>
          {!row.refusal && !stopped && (
            <NextButton
              aria-label={`振込番号${row.transfer}の${second ? '2人目' : '1人目'}の確認をする`}
              onClick={() => setOpen('check')}
              pending={check.isPending}
            >
              {second ? '2人目として確認する' : '1人目として確認する'}
            </NextButton>
          )}
          <QuietButton
            aria-label={`振込番号${row.transfer} ${row.customerName}様の支払いを取りやめて残高に戻す`}
            onClick={() => setOpen('end')}
          >
            残高に戻す
          </QuietButton>
        </Row>
      </Stack>
      {open === 'check' && (
        <PasswordDialog
          title={`${second ? '2人目' : '1人目'}として確認します`}
          confirm="確認済みにする"
          onConfirmed={confirmed}
          onClose={() => setOpen(undefined)}
        >
          <p style={{ marginBottom: 16 }}>
            {row.customerName}様の{formatYen(row.amount)}。確認済みの名前「
            {toFullKatakana(row.verifiedNameKana)}」と口座名義「{toFullKatakana(row.accountHolderKana)}
            」が同じであることを、お確かめください。確認した人として記録されます。
          </p>
        </PasswordDialog>
      )}
      {open === 'end' && (
        <CannotSendDialog
          row={row}
          onClose={() => setOpen(undefined)}
          onDone={() => onSaid(`${whose}を残高に戻しました。お客さまにお知らせします。`)}
        />
      )}
    </Card>
  )
}

function stepText(row: Special): string {
  const { firstCheckedBy: first, refusal, checkers } = row
  if (first === '') return 'まだだれも確認していません。'
  if (refusal === null) return `1人目は${first}さんが確認しました。2人目の確認をお願いします。`
  return secondPersonSentence(refusal, 'check', { first, able: checkers })
}
