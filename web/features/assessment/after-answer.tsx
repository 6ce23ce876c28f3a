import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dealBlockerSentences, isFinalBlocker } from '#contract/deal-blocker'
import { requestStatus as S } from '#contract/lifecycle'
import { formatYen } from '#contract/text'
import { useIdentityWay } from '#web/features/identity/shared/identity-way.ts'
import { Notice, type NoticeTone } from '#web/ui/notice.tsx'
import { useAttention } from '#web/ui/use-attention.ts'
import type { Assessment } from './shared/assessment-types.ts'

type Words = { title: string; tone: NoticeTone; body: ReactNode; actions?: ReactNode }

function decidedSum(assessment: Assessment) {
  const wished = assessment.items.filter(({ decision, isRescinded }) => decision === 'sell' && !isRescinded)
  const { count: sold, total: amount } = assessment.agreed ?? {
    count: wished.length,
    total: wished.reduce((sum, { price }) => sum + (price ?? 0), 0),
  }
  return {
    sold,
    amount,
    rescinded: assessment.items.filter(({ isRescinded }) => isRescinded).length,
    back: assessment.items.filter(({ decision, isRescinded }) => decision === 'return' && !isRescinded)
      .length,
    disposed: assessment.items.filter(({ decision }) => decision === 'dispose').length,
  }
}

function sumText(assessment: Assessment): string {
  const { sold, amount, back, disposed } = decidedSum(assessment)
  return [
    sold > 0 && `${sold}点を${formatYen(amount)}で売る`,
    back > 0 && `${back}点を返してもらう`,
    disposed > 0 && `${disposed}点をリサイクルに出す`,
  ]
    .filter(Boolean)
    .join('、')
}

function rescindedText(assessment: Assessment): string {
  const { rescinded } = decidedSum(assessment)
  return rescinded > 0 ? `${rescinded}点の売却は取り消され、お返しします。` : ''
}

function doneText(assessment: Assessment): string {
  const { sold, amount, back, disposed } = decidedSum(assessment)
  return [
    sold > 0 && `${sold}点を${formatYen(amount)}で買い取りました。`,
    rescindedText(assessment),
    back > 0 && `${back}点はお返しします。`,
    disposed > 0 && `${disposed}点はリサイクルに出します。`,
  ]
    .filter(Boolean)
    .join('')
}

type IdentityWay = ReturnType<typeof useIdentityWay>

function answered(assessment: Assessment, way: IdentityWay): Words {
  const { dealBlockers } = assessment
  const waits = dealBlockers.length > 0
  const forIdentity = dealBlockers.includes('not_identified')
  return {
    title:
      waits && !dealBlockers.some(isFinalBlocker)
        ? 'お返事をお受けしました。契約まであと少しです'
        : 'お返事をお受けしました',
    tone: waits ? 'wait' : 'ok',
    body: (
      <>
        {sumText(assessment)}、とのお返事です。
        {waits
          ? `${dealBlockerSentences(dealBlockers).join(' ')}${forIdentity ? way.effort : ''}`
          : '次はお店が契約の手続きをします。成立すると、代金を残高に入れてお知らせします。'}
      </>
    ),
    actions: forIdentity && <Link to="/profile/identity">{way.link}</Link>,
  }
}

/** At the deadline, or by the shop: nobody has answered then. */
const unansweredText = (assessment: Assessment, text: string): string =>
  `お返事をいただく前に、${decidedSum(assessment).back}点を${text}。売却はしていません。`

function wordsFor(assessment: Assessment, way: IdentityWay): Words {
  const sum = sumText(assessment)
  const { sold, rescinded } = decidedSum(assessment)
  const told = (unanswered: string, is: string): string => {
    if (assessment.consent === null) return unansweredText(assessment, unanswered)
    return sum ? `${sum}、とのお返事${is}。` : ''
  }
  if (sold === 0 && rescinded > 0) {
    return {
      title: '売却を取り消しました',
      tone: 'plain',
      body: `${doneText(assessment)}代金は残高から差し引きました。`,
      actions: <Link to="/balance">残高を見る</Link>,
    }
  }
  switch (assessment.status) {
    case S.ANSWERED:
      return answered(assessment, way)
    case S.CONTRACTED:
      return {
        title: '買取が成立しました',
        tone: 'ok',
        body: `${doneText(assessment)}代金は残高に入りました。`,
        actions: <Link to="/balance">残高を見る</Link>,
      }
    case S.COMPLETED:
      return {
        title: '買取が完了しました',
        tone: 'ok',
        body: `${doneText(assessment)}ありがとうございました。`,
        actions: <Link to="/balance">残高を見る</Link>,
      }
    case S.RETURNING:
      return {
        title: 'お返しの準備をしています',
        tone: 'plain',
        body: `${told('お返しすることになりました', 'です')}${rescindedText(assessment)}次はお店の番です。発送したら、送り状番号をお知らせします。`,
      }
    default:
      return {
        title: 'お取引は終わりました',
        tone: 'plain',
        body: `${told('お返ししました', 'でした')}${rescindedText(assessment)}`,
      }
  }
}

type Props = {
  assessment: Assessment
  justNow: boolean
}

export function AfterAnswer({ assessment, justNow }: Props) {
  const ref = useAttention<HTMLDivElement>(justNow)
  const { title, tone, body, actions } = wordsFor(assessment, useIdentityWay())
  return (
    <Notice
      ref={ref}
      tone={tone}
      title={title}
      role="status"
      actions={
        <>
          {actions}
          <Link to="/requests/$id" params={{ id: String(assessment.purchaseRequest) }}>
            申し込みの状況を見る
          </Link>
        </>
      }
    >
      {body}
    </Notice>
  )
}
