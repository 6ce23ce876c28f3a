import { useState } from 'react'
import { bookCalls, proposalDays, proposalKindLabel, proposalStateLabel } from '#contract/book'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import { secondPersonSentence } from '#contract/second-person'
import { formatYen } from '#contract/text'
import { PasswordDialog } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Definition, DefinitionList } from '#web/ui/definition-list.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { ReasonDialog } from '#web/ui/form-dialog.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'

export type Proposal = AskResult<typeof bookCalls.proposals>['results'][number]

const tones = { waiting: 'wait', approved: 'ok', refused: 'gray', lapsed: 'gray' } as const

const availableTerm: Readonly<Record<Proposal['kind'], string>> = {
  adjustment: 'いまの残高',
  fee: 'いまの残高',
  write_off: 'いまの未収',
  bank_fee: '',
}

const person = (name: string, at: string | null): string => `${name} ・ ${at ? formatDateTimeJa(at) : ''}`

function factsOf(row: Proposal): Definition[] {
  const waits = row.state === 'waiting'
  const facts: (Definition | false)[] = [
    row.customerName !== '' && { key: 'customer', term: 'お客さま', value: `${row.customerName}様` },
    row.dealer !== '' && { key: 'dealer', term: '会社', value: row.dealer },
    row.purchaseRequest !== null && { key: 'request', term: '申し込み', value: row.purchaseRequest },
    row.transfer !== null && { key: 'transfer', term: '振込番号', value: row.transfer },
    waits &&
      row.available !== null && {
        key: 'available',
        term: availableTerm[row.kind],
        value: <Yen amount={row.available} strong={false} />,
      },
    { key: 'reason', term: '理由', value: row.reason },
    row.note !== '' && { key: 'note', term: 'お客さまへの説明', value: row.note },
    row.announcedOn !== null && {
      key: 'announced',
      term: '案内した日',
      value: formatDateJa(row.announcedOn),
    },
    waits && { key: 'lapses', term: '承認の期限', value: formatDateTimeJa(row.lapsesAt) },
    { key: 'proposed', term: '申請', value: person(row.proposedBy, row.proposedAt) },
    row.state === 'approved' && { key: 'by', term: '承認', value: person(row.decidedBy, row.decidedAt) },
    row.state === 'refused' && { key: 'by', term: '取りやめ', value: person(row.decidedBy, row.decidedAt) },
    row.decisionNote !== '' && { key: 'why', term: '取りやめた理由', value: row.decisionNote },
  ]
  return facts.filter((fact) => fact !== false)
}

export function ProposalCard({ row, onSaid }: { row: Proposal; onSaid: (said: string) => void }) {
  const waits = row.state === 'waiting'
  const name = proposalKindLabel[row.kind]
  return (
    <Card as="article" aria-label={`${name} 申請${row.id}`}>
      <Stack gap={10}>
        <Row style={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
          <h2 style={{ fontSize: 15 }}>{name}</h2>
          <Yen amount={row.amount} size={22} signed={row.kind === 'adjustment'} />
        </Row>
        <Row>
          <StatusChip tone={tones[row.state]}>{proposalStateLabel[row.state]}</StatusChip>
        </Row>
        <DefinitionList items={factsOf(row)} />
        {(waits || row.state === 'lapsed') && <Decision row={row} onSaid={onSaid} />}
      </Stack>
    </Card>
  )
}

function Decision({ row, onSaid }: { row: Proposal; onSaid: (said: string) => void }) {
  const [open, setOpen] = useState<'approve' | 'refuse'>()
  const approve = useMutationOf(bookCalls.approveProposal, { rereadsOnError: true })
  const refuse = useMutationOf(bookCalls.refuseProposal, { rereadsOnError: true })
  const params = { id: row.id }
  const what = `${proposalKindLabel[row.kind]} ${formatYen(row.amount)}`
  const confirmed = async () => {
    const done = await approve.mutateAsync({ params, body: { version: row.version } }).catch(() => undefined)
    setOpen(undefined)
    if (done) onSaid(`${what}を承認し、帳簿に記録しました。`)
  }
  return (
    <>
      {approve.error && <ErrorText role="alert">{sentenceFor(approve.error)}</ErrorText>}
      <p style={{ fontSize: 13 }}>
        {row.state === 'lapsed'
          ? `申請から${proposalDays}日がすぎたため、承認できません。必要なときは、あらためて申請してください。`
          : row.refusal === null
            ? `${row.proposedBy}さんの申請です。内容を確かめて、承認してください。`
            : secondPersonSentence(row.refusal, 'grant', { first: row.proposedBy, able: row.approvers })}
      </p>
      <Row>
        {row.state === 'waiting' && row.refusal === null && (
          <NextButton
            aria-label={`申請${row.id}を承認する`}
            onClick={() => setOpen('approve')}
            pending={approve.isPending}
          >
            承認する
          </NextButton>
        )}
        <QuietButton aria-label={`申請${row.id}を取りやめる`} onClick={() => setOpen('refuse')}>
          取りやめる
        </QuietButton>
      </Row>
      {open === 'approve' && (
        <PasswordDialog
          title="申請を承認します"
          confirm="承認する"
          onConfirmed={confirmed}
          onClose={() => setOpen(undefined)}
        >
          <p style={{ marginBottom: 16 }}>
            {row.customerName && `${row.customerName}様、`}
            {what}。承認すると帳簿に記録され、消すことはできません。
            {row.customerName && 'お客さまにもお知らせします。'}
          </p>
        </PasswordDialog>
      )}
      {open === 'refuse' && (
        <ReasonDialog
          call={bookCalls.refuseProposal}
          title="申請を取りやめます"
          confirm="取りやめる"
          label="取りやめる理由"
          draft={`refuse-proposal-${row.id}`}
          bodyOf={({ reason }) => ({ reason, version: row.version })}
          send={async (body) => {
            await refuse.mutateAsync({ params, body })
            onSaid(`${what}の申請を取りやめました。`)
          }}
          onClose={() => setOpen(undefined)}
        >
          帳簿には何も記録されません。必要なときは、あらためて申請してください。
        </ReasonDialog>
      )}
    </>
  )
}
