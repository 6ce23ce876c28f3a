import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatDateJa } from '#contract/day'
import { secondPersonSentence } from '#contract/second-person'
import { formatYen } from '#contract/text'
import { sentenceFor } from '#web/lib/errors.ts'
import { DangerButton, MainButton, NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { Notice, ProblemList } from './payout-parts.tsx'
import { type Batch, isError, problemsOfError } from './payout-types.ts'
import type { PayoutMoves } from './use-payout-moves.ts'

const Title = styled('h2')(({ theme }) => ({ ...theme.typography.h2, fontSize: 16 }))

type Props = {
  batch: Batch
  moves: PayoutMoves
  onApprove: () => void
  onExport: () => void
  onSend: () => void
  onCancel: () => void
}

export function PayoutStep(props: Props) {
  const { batch, moves, onCancel } = props
  const { title, body, buttons } = nextOf(props)
  const { failure } = moves
  const failed =
    failure && ['approve', 'export', 'download'].includes(failure.step) ? failure.error : undefined
  const problems = problemsOfError(failed)
  return (
    <Card>
      <Stack gap={12}>
        <Title>{title}</Title>
        <div>{body}</div>
        {failed !== undefined && (
          <Notice tone="error" role="alert">
            <b>まだ進んでいません</b>
            <span>{sentenceFor(failed)}</span>
            {problems.length > 0 && <ProblemList problems={problems} />}
          </Notice>
        )}
        {moves.downloaded && (
          <Notice tone="plain" role="status">
            <span>
              {moves.downloaded} をダウンロードしました。だれがいつダウンロードしたかは記録されています。
            </span>
          </Notice>
        )}
        <Row>
          {buttons}
          {batch.allowedMoves.includes('cancel') && (
            <DangerButton style={{ marginLeft: 'auto' }} onClick={onCancel}>
              振込データを取り消す
            </DangerButton>
          )}
        </Row>
      </Stack>
    </Card>
  )
}

type Next = { title: string; body: ReactNode; buttons?: ReactNode }

function nextOf(props: Props): Next {
  const { batch, moves } = props
  const may = (move: string) => batch.allowedMoves.includes(move)
  if (may('approve'))
    return {
      title: '内容を確認して承認してください',
      body: `${batch.createdBy}さんが作った${batch.lineCount}件、${formatYen(batch.total)}です。明細と確認の結果をご覧のうえ、承認してください。`,
      buttons: (
        <NextButton onClick={props.onApprove} pending={moves.busy === 'approve'}>
          {batch.lineCount}件 {formatYen(batch.total)} を承認する
        </NextButton>
      ),
    }
  if (batch.state === 'draft')
    return {
      title: '別の担当者の承認を待っています',
      body: `${refusalText(batch)}承認されると、ファイルを作れます。`,
    }
  if (may('export'))
    return {
      title: '銀行へ送るファイルを作ってください',
      body: problemNote(batch) ?? `${batch.approvedBy}さんが承認しました。全銀形式のファイルを作ります。`,
      buttons: (
        <NextButton onClick={props.onExport} pending={moves.busy === 'export'}>
          ファイルを作る
        </NextButton>
      ),
    }
  if (may('send')) return sendNext(props)
  return afterwards(batch, moves)
}

const refusalText = ({ approval, createdBy }: Batch): string =>
  approval?.refusal
    ? secondPersonSentence(approval.refusal, 'approve', { first: createdBy, able: approval.approvers })
    : ''

const problemNote = ({ problems }: Batch): string | undefined =>
  problems.some(isError)
    ? '承認のあとに、直すところが見つかりました。下の内容を直すか、この振込データを取り消して作り直してください。'
    : undefined

const heldNote =
  'ファイルを作ったあとに、振り込めない事情が見つかりました。まだ銀行へ送っていないときは、この振込データを取り消し、その振込を除いて作り直してください。'

function sendNext({ batch, moves, onSend }: Props): Next {
  const stopped = batch.problems.some(isError)
  const Download = moves.downloaded ? QuietButton : NextButton
  const Send = moves.downloaded ? NextButton : MainButton
  return {
    title: stopped
      ? '銀行へ送る前に、確認してください'
      : moves.downloaded
        ? '銀行へ送ったら、送信済みにしてください'
        : 'ファイルをダウンロードして、銀行へ送ってください',
    body: stopped
      ? heldNote
      : `銀行の画面で、${formatDateJa(batch.payDate)}の振込として${batch.lineCount}件、${formatYen(batch.total)}になっていることをお確かめください。ダウンロードは記録されます。`,
    buttons: (
      <>
        <Download
          onClick={() => void moves.download()}
          pending={moves.busy === 'download'}
          startIcon={<Icon name="download" size={18} />}
        >
          {moves.downloaded ? 'もう一度ダウンロードする' : 'ファイルをダウンロードする'}
        </Download>
        <Send onClick={onSend}>送信済みにする</Send>
      </>
    ),
  }
}

function afterwards(batch: Batch, moves: PayoutMoves): Next {
  const file = batch.fileSha256 && batch.state !== 'canceled' && (
    <QuietButton
      onClick={() => void moves.download()}
      pending={moves.busy === 'download'}
      startIcon={<Icon name="download" size={18} />}
    >
      ファイルをダウンロードする
    </QuietButton>
  )
  if (batch.allowedMoves.includes('record_results'))
    return {
      title: '銀行の結果を記録してください',
      body: `${formatDateJa(batch.payDate)}の振込の結果を、行ごとに入力します。すべての行に結果が入ると完了です。`,
      buttons: file,
    }
  if (batch.state === 'canceled')
    return {
      title: 'この振込データは取り消されました',
      body: 'お金は動いていません。振込は振込待ちに戻っています。',
      buttons: (
        <QuietLink to="/biz/payouts" search={{}}>
          振込待ちを見る
        </QuietLink>
      ),
    }
  const back = [
    batch.bouncedCount > 0 && `組戻しの${batch.bouncedCount}件`,
    batch.returnedCount > 0 && `資金返却の${batch.returnedCount}件`,
  ].filter(Boolean)
  return {
    title: 'この振込データは完了しました',
    body:
      back.length > 0
        ? `${batch.paidCount}件を振り込みました。${back.join('と')}はお客さまの残高に戻り、口座の確認をお願いするお知らせが届いています。`
        : `${batch.paidCount}件すべてを振り込みました。`,
    buttons: file,
  }
}
