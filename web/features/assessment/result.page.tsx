import { Link, useParams } from '@tanstack/react-router'
import { assessmentCalls } from '#contract/assessment'
import { requestStatusLabel, requestStatus as S } from '#contract/lifecycle'
import { useCall } from '#web/lib/query-client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FailedRead } from '#web/ui/error-panel.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BackMark, Page } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { Decided } from './decided.tsx'
import { Deciding } from './deciding.tsx'
import { useNow } from './result-head.tsx'
import type { Assessment } from './shared/assessment-types.ts'
import { useAnswer } from './use-answer.ts'

export default function ResultPage() {
  const params = useParams({ from: '/storefront/customer/requests/$id/result' })
  const id = Number(params.id)
  const assessment = useCall(assessmentCalls.get, { params: { purchaseRequestPk: id } })
  if (assessment.data) return <Shown key={id} assessment={assessment.data} />
  return (
    <Page title="査定結果" back={<Back id={id} />}>
      {assessment.isError ? (
        <FailedRead read={assessment} action={<MainLink to="/requests">申し込みの一覧へ</MainLink>} />
      ) : (
        <Loading skeleton={<CardListSkeleton />} />
      )}
    </Page>
  )
}

const Back = ({ id }: { id: number }) => (
  <Link to="/requests/$id" params={{ id: String(id) }}>
    <BackMark />
    申し込み {id}
  </Link>
)

function Shown({ assessment }: { assessment: Assessment }) {
  const now = useNow()
  // Called above the branches, so that its error survives a change of branch.
  const answer = useAnswer(assessment)
  if (!assessment.isPublished) return <NotYet assessment={assessment} />
  const { status, expiresAt } = assessment
  if (status === S.OFFERED && expiresAt !== null && Date.parse(expiresAt) > now)
    return <Deciding assessment={assessment} answer={answer} now={now} />
  return <Decided assessment={assessment} answer={answer} now={now} />
}

function NotYet({ assessment }: { assessment: Assessment }) {
  const again = assessment.status === S.REASSESSING
  const label = (requestStatusLabel as Record<number, string>)[assessment.status]
  return (
    <Page title="査定結果" back={<Back id={assessment.purchaseRequest} />}>
      <Empty
        title={again ? '再査定をしています' : '査定結果はまだ出ていません'}
        action={
          <MainLink to="/requests/$id" params={{ id: String(assessment.purchaseRequest) }}>
            申し込みの状況を見る
          </MainLink>
        }
      >
        {again
          ? '次はお店の番です。お返事の期限は止まっています。新しい結果が出たらお知らせします。'
          : `いまは「${label ?? '手続き中'}」です。結果が出たら、メールとお知らせでご案内します。`}
      </Empty>
    </Page>
  )
}
