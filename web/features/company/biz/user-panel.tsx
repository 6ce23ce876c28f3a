import { businessUserCalls, shopNames, staffRoleLabel } from '#contract/business-user'
import { formatDateTimeJa } from '#contract/day'
import { staffCode } from '#contract/scan-code'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { CancelError } from '#web/lib/api-error.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Row } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { ResetFactor } from './reset-factor.tsx'
import { type Colleague, stateOf } from './user.rules.ts'

type Props = { person: Colleague; isSelf: boolean; isHouse: boolean; onEdit: () => void }

export function UserPanel({ person, isSelf, isHouse, onEdit }: Props) {
  const { id, name, email, role, state, company, shops, isActive, mayManage } = person
  const { tone, word } = stateOf(person)
  return (
    <>
      <div>
        <h2>{name}さん</h2>
        <StatusChip tone={tone}>{word}</StatusChip>
      </div>
      <Waiting person={person} isHouse={isHouse} />
      <DefinitionList
        items={[
          { key: 'role', term: '役割', value: staffRoleLabel[role] },
          ...(isHouse ? [] : [{ key: 'shops', term: '担当の店舗', value: shopNames(company.shops, shops) }]),
          ...(email ? [{ key: 'email', term: 'メール', value: email }] : []),
          ...(isActive
            ? [
                ...(person.hasSecondFactor === undefined
                  ? []
                  : [
                      {
                        key: 'factor',
                        term: '2段階認証',
                        value: person.hasSecondFactor ? '設定済み' : '未設定',
                      },
                    ]),
                { key: 'badge', term: '名札のコード', value: <code>{staffCode(id)}</code> },
              ]
            : []),
        ]}
      />
      <Row gap={8}>
        {(mayManage || isSelf) && isActive && (
          <QuietButton onClick={onEdit} endIcon={<Kbd>E</Kbd>}>
            {isSelf ? 'お名前を変える' : '内容を変える'}
          </QuietButton>
        )}
        {!isHouse && (state === 'active' || state === 'inactive') && (
          <QuietLink to="/biz/requests" search={{ assessor: id }}>
            担当の申し込み
          </QuietLink>
        )}
      </Row>
      {mayManage && <Access person={person} isHouse={isHouse} />}
    </>
  )
}

function Waiting({ person, isHouse }: Pick<Props, 'person' | 'isHouse'>) {
  const { state, invitedUntil, isRoleWaiting, company } = person
  if (state === 'invited' && invitedUntil)
    return <p>招待のリンクは{formatDateTimeJa(invitedUntil)}まで使えます。</p>
  if (state === 'expired') return <p>招待のリンクの期限が切れました。もう一度お送りください。</p>
  if (!isHouse || (state !== 'waiting' && !isRoleWaiting)) return null
  return (
    <Notice
      tone="wait"
      title={state === 'waiting' ? '別の管理者の確認を待っています' : '管理者への変更が、確認を待っています'}
      actions={
        <QuietLink size="small" to="/biz/companies/$id" params={{ id: String(company.id) }}>
          会社の画面で確認する
        </QuietLink>
      }
    >
      {state === 'waiting'
        ? '確認されるまで、ログインできません。'
        : `確認されるまで、${staffRoleLabel.staff}のままです。`}
    </Notice>
  )
}

function Access({ person, isHouse }: Pick<Props, 'person' | 'isHouse'>) {
  const { id, name, state, isActive } = person
  const confirm = useConfirm()
  const { confirmed, dialog } = useReauthenticate()
  const options = { rereadsOnError: true } as const
  const again = useMutationOf(businessUserCalls.inviteAgain, options)
  const end = useMutationOf(businessUserCalls.end, options)
  const readmit = useMutationOf(businessUserCalls.readmit, options)
  const error = again.error ?? end.error ?? readmit.error
  const params = { id }
  const isInvitation = state === 'invited' || state === 'expired' || state === 'waiting'

  const run = async (act: () => Promise<unknown>, sentence: string) => {
    const forget = () => {
      for (const mutation of [again, end, readmit]) mutation.reset()
    }
    forget()
    try {
      await act()
      notify.done(sentence)
    } catch (error) {
      // A failure is shown from its mutation; one that the person gave up after is none.
      if (error instanceof CancelError) forget()
    }
  }
  const stop = async () => {
    const sure = await confirm({
      title: isInvitation ? `${name}さんへの招待を取り消しますか?` : `${name}さんの利用を停止しますか?`,
      body: isInvitation
        ? 'お送りしたリンクは使えなくなります。あとから、もう一度招待できます。'
        : 'すべての端末からすぐにログアウトし、ログインできなくなります。これまでの仕事の記録と名前は残ります。担当の箱はそのままなので、「担当の申し込み」から担当を替えてください。利用はあとから再開できます。',
      confirm: isInvitation ? '招待を取り消す' : '利用を停止する',
      danger: true,
    })
    if (!sure) return
    await run(
      () => end.mutateAsync({ params }),
      isInvitation ? `${name}さんへの招待を取り消しました。` : `${name}さんの利用を停止しました。`,
    )
  }
  return (
    <>
      {error && (
        <Notice role="alert" tone="late">
          {sentenceFor(error)}
        </Notice>
      )}
      <Row gap={8}>
        {(state === 'invited' || state === 'expired') && (
          <NextButton
            pending={again.isPending}
            onClick={() =>
              void run(
                () => again.mutateAsync({ params }),
                `${name}さんに、新しいリンクを送りました。前のリンクは使えません。`,
              )
            }
          >
            招待をもう一度送る
          </NextButton>
        )}
        {isActive && person.hasSecondFactor && (
          <ResetFactor person={person} isHouse={isHouse} onReset={notify.done} />
        )}
        {isActive ? (
          <QuietButton pending={end.isPending} onClick={() => void stop()}>
            {isInvitation ? '招待を取り消す' : '利用を停止する'}
          </QuietButton>
        ) : (
          <NextButton
            pending={readmit.isPending}
            onClick={() =>
              void run(
                () => confirmed(() => readmit.mutateAsync({ params })),
                isHouse
                  ? `${name}さんの利用の再開を受け付けました。別の管理者が確認すると、ログインできます。`
                  : `${name}さんの利用を再開し、メールでお知らせしました。`,
              )
            }
          >
            利用を再開する
          </NextButton>
        )}
      </Row>
      {dialog}
    </>
  )
}
