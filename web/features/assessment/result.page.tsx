import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isPriced } from '#contract/answer'
import { assessmentCalls } from '#contract/assessment'
import { decisionLabel, gradeBandLabel } from '#contract/codes'
import { answerConsent } from '#contract/consent'
import { requestStatusLabel, requestStatus as S } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatPhone, formatYen } from '#contract/text'
import { dealSumOf } from '#web/features/purchase-request/shared/deal-sum.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { shortDate } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorPanel, errorKindOf } from '#web/ui/error-panel.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackMark, Muted, Page, Stack, useDocumentTitle } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { AfterAnswer } from './after-answer.tsx'
import { openItems } from './answer.rules.ts'
import { AnswerNotice } from './answer-notice.tsx'
import { ItemCard } from './item-card.tsx'
import { ResultHead, useNow } from './result-head.tsx'
import { SecondLook } from './second-look.tsx'
import { SecondLookAnswer } from './second-look-answer.tsx'
import type { Assessment } from './shared/assessment-types.ts'
import { type Answer, useAnswer } from './use-answer.ts'

const Main = styled('main')({ width: '100%' })

const Body = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  maxWidth: 1040,
  margin: '0 auto',
  padding: '14px 16px 40px',
  [theme.breakpoints.up('sm')]: { padding: '20px 24px 56px' },
}))

const Items = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

const Tools = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 8,
  maxWidth: 608,
  '& .MuiButton-root': { minHeight: 44, fontSize: 14, padding: '4px 10px' },
})

export default function ResultPage() {
  const params = useParams({ from: '/storefront/customer/requests/$id/result' })
  const id = Number(params.id)
  const assessment = useCall(assessmentCalls.get, { params: { purchaseRequestPk: id } })
  if (assessment.data) return <Shown key={id} assessment={assessment.data} />
  const status = assessment.error instanceof ApiError ? assessment.error.status : undefined
  return (
    <Page title="査定結果" back={<Back id={id} />}>
      {assessment.isError ? (
        <ErrorPanel
          kind={errorKindOf(status)}
          onRetry={status === 404 ? undefined : () => void assessment.refetch()}
          retrying={assessment.isRefetching}
          action={status === 404 && <MainLink to="/requests">申し込みの一覧へ</MainLink>}
        />
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

type Props = { assessment: Assessment; answer: Answer; now: number }

function Deciding({ assessment, answer, now }: Props) {
  useDocumentTitle('査定結果')
  const confirm = useConfirm()
  const open = openItems(assessment.items)
  const { totals } = answer
  const submit = async () => {
    if (answer.sending || !answer.complete()) return
    const sure = await confirm({
      title: 'この内容でお返事しますか',
      confirm: totals.sell > 0 ? `${formatYen(totals.amount)}で売る` : 'この内容でお返事する',
      cancel: '戻る',
      body: <ConfirmBody assessment={assessment} answer={answer} />,
    })
    if (sure) answer.send()
  }
  return (
    <>
      <Main id="main">
        <ResultHead
          request={assessment.purchaseRequest}
          title={`査定額の合計(${open.filter(({ itemStatus }) => isPriced(itemStatus)).length}点)`}
          amount={assessment.total}
          expiresAt={assessment.expiresAt}
          now={now}
        />
        <Body>
          {answer.error && <AnswerNotice error={answer.error} />}
          {answer.restored && !answer.error && (
            <Notice role="status">前に選んだ内容が残っています。続きからお選びください。</Notice>
          )}
          <SecondLookAnswer assessment={assessment} />
          <Intro assessment={assessment} answer={answer} />
          <Items>
            {open.map((item) => (
              <ItemCard
                key={item.slug}
                choiceRef={answer.choiceRef(item.slug)}
                item={item}
                decision={answer.decision(item)}
                onDecide={(decision) => answer.decide(item, decision)}
                missing={answer.missing(item.slug)}
              />
            ))}
          </Items>
          <SecondLook assessment={assessment} onDone={answer.reload} />
          <p style={{ fontSize: 13 }}>
            <Muted>
              {assessment.expiresAt &&
                `${shortDate(assessment.expiresAt)}までにお返事がないときは、売却にならず、すべてお返しします。`}
            </Muted>
          </p>
          <LaterAnswer id={assessment.purchaseRequest} />
        </Body>
      </Main>
      <AnswerBar answer={answer} onSubmit={() => void submit()} />
    </>
  )
}

/** Deadlines pause only during a second look, so the shop is the contact. */
function LaterAnswer({ id }: { id: number }) {
  const { data: request } = useCall(purchaseRequestCalls.get, { params: { id } })
  return (
    <p style={{ fontSize: 13 }}>
      <Muted>
        期限をこの画面で延ばすことはできません。お困りのときは、期限の前に
        {request ? (
          <>
            {request.shopName}(電話{' '}
            <a href={`tel:${request.shipTo.phone}`}>{formatPhone(request.shipTo.phone)}</a>)
          </>
        ) : (
          'お店'
        )}
        へご相談ください。お店が査定をやり直すあいだは期限が止まり、新しい結果とともに新しい期限をお知らせします。
      </Muted>
    </p>
  )
}

function Intro({ assessment, answer }: { assessment: Assessment; answer: Answer }) {
  const [grades, setGrades] = useState(false)
  const cost = assessment.returnCost
  return (
    <div>
      <p style={{ fontSize: 13 }}>
        1点ずつ、売るか返してもらうかをお選びください。返送料は
        {cost === 0 ? '¥0です。' : `${formatYen(cost)}です(お返しする品があるときだけ)。`}
      </p>
      <TextButton type="button" onClick={() => setGrades(true)}>
        ランクの見方
      </TextButton>
      <Tools>
        <QuietButton onClick={() => answer.decideAll('sell')}>すべて売る</QuietButton>
        <QuietButton onClick={() => answer.decideAll('return')}>すべて返してもらう</QuietButton>
      </Tools>
      <Dialog
        open={grades}
        title="ランクの見方"
        onClose={() => setGrades(false)}
        actions={<QuietButton onClick={() => setGrades(false)}>閉じる</QuietButton>}
      >
        <DefinitionList
          items={Object.entries(gradeBandLabel).map(([band, label]) => ({
            key: band,
            term: band,
            value: label,
          }))}
        />
        <p style={{ marginTop: 8, fontSize: 13 }}>
          上・中・下は、同じランクの中での状態です。上がいちばん良い状態です。
        </p>
      </Dialog>
    </div>
  )
}

function AnswerBar({ answer, onSubmit }: { answer: Answer; onSubmit: () => void }) {
  const { totals } = answer
  return (
    <StickyBar
      summary={
        <>
          <span>
            売る <b>{totals.sell}点</b> <Yen amount={totals.amount} size={20} />
          </span>
          <Muted>
            {totals.undecided > 0
              ? `あと${totals.undecided}点お選びください`
              : `返送 ${totals.back}点・送料 ${formatYen(totals.returnCost)}`}
          </Muted>
        </>
      }
    >
      <NextButton onClick={onSubmit} pending={answer.sending}>
        この内容でお返事する
      </NextButton>
    </StickyBar>
  )
}

function ConfirmBody({ assessment, answer }: { assessment: Assessment; answer: Answer }) {
  const { totals } = answer
  return (
    <Stack gap={12}>
      <DefinitionList
        sums
        items={[
          { key: 'sell', term: `売る ${totals.sell}点`, value: <Yen amount={totals.amount} size={18} /> },
          { key: 'back', term: '返してもらう', value: `${totals.back}点` },
          ...(totals.disposed > 0
            ? [{ key: 'dispose', term: 'リサイクルに出す', value: `${totals.disposed}点` }]
            : []),
          { key: 'cost', term: '返送料', value: <Yen amount={totals.returnCost} strong={false} /> },
        ]}
      />
      <p>
        <b>{answerConsent(totals)}</b>
      </p>
      <p style={{ fontSize: 13 }}>{assessment.consentText}</p>
    </Stack>
  )
}

function Decided({ assessment, answer, now }: Props) {
  useDocumentTitle('査定結果')
  const expired = assessment.status === S.OFFERED
  const sum = dealSumOf({ ...assessment, offerTotal: assessment.total })
  return (
    <Main id="main">
      <ResultHead
        request={assessment.purchaseRequest}
        title={sum?.term ?? '査定額の合計'}
        amount={sum?.amount}
        note={sum?.note}
        expiresAt={assessment.expiresAt}
        now={now}
      />
      <Body>
        {answer.error && <AnswerNotice error={answer.error} />}
        {expired ? (
          <Notice tone="wait" role="status" title="お返事の期限を過ぎました">
            売却にはなりません。お品物はお返しします。次はお店の番です。発送したら、送り状番号をお知らせします。
          </Notice>
        ) : (
          <AfterAnswer assessment={assessment} justNow={answer.answered} />
        )}
        <SecondLookAnswer assessment={assessment} />
        <Items>
          {assessment.items.map((item) => (
            <div key={item.slug}>
              <DecisionLine item={item} />
              <ItemCard item={item} decision={undefined} />
            </div>
          ))}
        </Items>
      </Body>
    </Main>
  )
}

function DecisionLine({ item }: { item: Assessment['items'][number] }) {
  const { decision, isRescinded } = item
  if (!decision || !Object.hasOwn(decisionLabel, decision)) return null
  return (
    <p style={{ padding: '0 0 6px 4px' }}>
      <StatusChip tone={decision === 'sell' && !isRescinded ? 'ok' : 'gray'}>
        {isRescinded ? '売却を取り消した品' : decisionLabel[decision as keyof typeof decisionLabel]}
      </StatusChip>
    </p>
  )
}
