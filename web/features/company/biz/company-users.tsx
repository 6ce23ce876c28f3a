import { useState } from 'react'
import { staffRoleLabel } from '#contract/business-user'
import { formatDateTimeJa } from '#contract/day'
import { secondPersonSentence } from '#contract/second-person'
import { setupCalls } from '#contract/setup'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { problemIn } from '#web/lib/errors.ts'
import { useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice, ProblemNotice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Company } from './company.rules.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { ResetFactor } from './reset-factor.tsx'
import { SetupList, SetupSection } from './setup-parts.tsx'

type Person = AskResult<typeof setupCalls.users>['results'][number]

const SIZE = 50

export function CompanyUsers({ company, mayEdit }: { company: Company; mayEdit: boolean }) {
  const [page, setPage] = useState(1)
  const [inviting, setInviting] = useState(false)
  const [said, setSaid] = useState<string>()
  const params = { companyPk: company.id }
  const read = useCallWithPrevious(setupCalls.users, { params, query: { page, size: SIZE } })
  const isEmpty = read.data?.count === 0
  const invite = () => setInviting(true)
  // One primary button at a time: a dealer needs its shop first.
  const Invite = company.isOperator || company.shopCount > 0 ? NextButton : QuietButton
  return (
    <SetupSection
      title="担当者"
      action={
        mayEdit && read.data && !isEmpty && <QuietButton onClick={invite}>担当者を招待する</QuietButton>
      }
    >
      {said && (
        <Notice role="status" tone="ok">
          {said}
        </Notice>
      )}
      {read.isError && !read.data && <Failed state={read} />}
      {read.isPending && <Loading skeleton={<TableSkeleton rows={2} />} />}
      {isEmpty && (
        <Card>
          <Empty
            title="担当者はまだいません"
            action={mayEdit && <Invite onClick={invite}>管理者を招待する</Invite>}
          >
            最初の管理者を招待してください。パスワードを設定するリンクをメールで送ります。
          </Empty>
        </Card>
      )}
      {read.data && !isEmpty && (
        <SetupList aria-busy={read.isPlaceholderData || undefined}>
          {read.data.results.map((person) => (
            <OnePerson
              key={person.id}
              person={person}
              company={company}
              mayEdit={mayEdit}
              onChanged={setSaid}
            />
          ))}
        </SetupList>
      )}
      {read.data && read.data.count > SIZE && (
        <Pagination page={page} size={SIZE} total={read.data.count} onPage={setPage} />
      )}
      {inviting && (
        <InviteDialog
          company={company}
          isFirst={isEmpty === true}
          onInvited={({ name, email }) => {
            setInviting(false)
            setSaid(
              company.isOperator
                ? `${name}さんを加えました。別の管理者が確認すると、${email} にパスワードを設定するリンクが届きます。`
                : `${name}さん(${email})に、パスワードを設定するリンクを送りました。`,
            )
          }}
          onClose={() => setInviting(false)}
        />
      )}
    </SetupSection>
  )
}

/** A new operator user needs the confirmation of a second administrator. */
function waitingText({ letInBy, confirmation }: Person): string {
  const { able = [], refusal = null, what = 'admission', by = letInBy } = confirmation ?? {}
  const who = able.map((name) => `${name}さん`).join('、')
  const why =
    refusal === 'permission_denied'
      ? '確認できるのは、運営の管理者です。'
      : refusal && secondPersonSentence(refusal, 'confirm', { first: by, able })
  const then = what === 'role' ? '管理者になります' : 'ログインできるようになります'
  const next = who ? `${who}が確認すると、${then}` : why
  const did = what === 'role' ? '管理者に変えようとしています' : '加えました'
  return [by && `${by}さんが${did}`, next].filter(Boolean).join('。')
}

function standing(person: Person): { tone: 'ok' | 'wait' | 'gray'; word: string; more?: string } {
  if (!person.isActive) return { tone: 'gray', word: '停止' }
  if (!person.isConfirmed) return { tone: 'wait', word: '確認待ち', more: waitingText(person) }
  if (person.confirmation) return { tone: 'wait', word: '管理者の確認待ち', more: waitingText(person) }
  if (person.hasPassword) return { tone: 'ok', word: '利用中' }
  return person.invitedUntil
    ? { tone: 'wait', word: '招待中', more: `リンクは${formatDateTimeJa(person.invitedUntil)}まで使えます` }
    : { tone: 'wait', word: '招待の期限切れ', more: 'リンクの期限が切れました。もう一度送ってください' }
}

type PersonProps = {
  person: Person
  company: Company
  mayEdit: boolean
  onChanged: (sentence: string) => void
}

function OnePerson({ person, company, mayEdit, onChanged }: PersonProps) {
  const { tone, word, more } = standing(person)
  return (
    <li>
      <div className="what">
        <p>
          <b>{person.name}</b>
          <StatusChip tone={person.role === 'admin' ? 'plain' : 'gray'}>
            {staffRoleLabel[person.role]}
          </StatusChip>
          <StatusChip tone={tone}>{word}</StatusChip>
        </p>
        <small>{person.email}</small>
        {more && <small>{more}</small>}
      </div>
      {mayEdit && <Acts person={person} company={company} onChanged={onChanged} />}
    </li>
  )
}

function Acts({
  person,
  company: { id: company, isOperator: isHouse },
  onChanged,
}: Omit<PersonProps, 'mayEdit'>) {
  const confirm = useConfirm()
  const me = useStaff()
  const { confirmed, dialog } = useReauthenticate()
  const again = useMutationOf(setupCalls.inviteUserAgain)
  const end = useMutationOf(setupCalls.deactivateUser)
  const begin = useMutationOf(setupCalls.activateUser)
  const vouch = useMutationOf(setupCalls.confirmUser)
  const [problem, setProblem] = useState<string>()
  const input = { params: { companyPk: company, id: person.id } }

  const run = async (act: () => Promise<unknown>, sentence: string) => {
    setProblem(undefined)
    try {
      await act()
      onChanged(sentence)
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  const deactivate = async () => {
    const sure = await confirm({
      title: `${person.name}さんの利用を停止しますか?`,
      body: 'すべての端末からすぐにログアウトします。これまでの仕事の記録は残り、あとから再開できます。',
      confirm: '利用を停止する',
      danger: true,
    })
    if (sure) await run(() => end.mutateAsync(input), `${person.name}さんの利用を停止しました。`)
  }
  const admit = async () => {
    const sure = await confirm({
      title: `${person.name}さんを確認しますか?`,
      body:
        person.confirmation?.what === 'role'
          ? `${person.confirmation.by}さんが、${staffRoleLabel.staff}から${staffRoleLabel.admin}に変えようとしています(${person.email})。間違いがなければ確認してください。担当者を招待し、会社や利用規約を変えられるようになります。`
          : `${person.letInBy}さんが加えた${staffRoleLabel[person.role]}(${person.email})です。本人と役割に間違いがなければ確認してください。運営の仕事ができるようになり、お金を送る承認もできます。`,
      confirm: '間違いないので確認する',
    })
    if (!sure) return
    await run(
      () => confirmed(() => vouch.mutateAsync(input)),
      person.confirmation?.what === 'role'
        ? `${person.name}さんは管理者になりました。`
        : person.hasPassword
          ? `${person.name}さんを確認しました。これまでのパスワードでログインできます。`
          : `${person.name}さん(${person.email})を確認し、パスワードを設定するリンクを送りました。`,
    )
  }
  return (
    <>
      <span className="acts">
        {person.confirmation?.refusal === null && (
          <NextButton size="small" pending={vouch.isPending} onClick={() => void admit()}>
            確認する
          </NextButton>
        )}
        {person.isActive && person.isConfirmed && !person.hasPassword && (
          <QuietButton
            size="small"
            pending={again.isPending}
            onClick={() =>
              void run(
                () => again.mutateAsync(input),
                `${person.name}さん(${person.email})に、新しいリンクを送りました。前のリンクは使えません。`,
              )
            }
          >
            リンクをもう一度送る
          </QuietButton>
        )}
        {person.isActive && person.hasSecondFactor && person.id !== me?.id && (
          <ResetFactor person={person} isHouse={isHouse} size="small" onReset={onChanged} />
        )}
        {person.isActive && person.id !== me?.id && (
          <QuietButton size="small" pending={end.isPending} onClick={() => void deactivate()}>
            利用を停止する
          </QuietButton>
        )}
        {!person.isActive && (
          <QuietButton
            size="small"
            pending={begin.isPending}
            onClick={() =>
              void run(
                () => confirmed(() => begin.mutateAsync(input)),
                isHouse
                  ? `${person.name}さんの利用の再開を受け付けました。別の管理者が確認すると、ログインできます。`
                  : `${person.name}さんの利用を再開しました。`,
              )
            }
          >
            利用を再開する
          </QuietButton>
        )}
      </span>
      <ProblemNotice ownLine>{problem}</ProblemNotice>
      {dialog}
    </>
  )
}
