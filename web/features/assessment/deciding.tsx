import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { answerConsent } from '#contract/consent'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatPhone, formatYen } from '#contract/text'
import { shortDate, timeLeft } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Muted, Stack, useDocumentTitle } from '#web/ui/page.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { openItems } from './answer.rules.ts'
import { AnswerNotice } from './answer-notice.tsx'
import { DeckDesk } from './deck-desk.tsx'
import { DeckItem } from './deck-item.tsx'
import { DeckList } from './deck-list.tsx'
import { closedBecause, QuestionThread } from './item-questions.tsx'
import { ResultHead } from './result-head.tsx'
import { Body, Main, type ResultProps as Props, useWide } from './result-layout.tsx'
import { ResultSummary } from './result-summary.tsx'
import { SecondLook } from './second-look.tsx'
import { SecondLookAnswer } from './second-look-answer.tsx'
import type { AssessedItem, Assessment } from './shared/assessment-types.ts'
import { sumTerm } from './sum-term.ts'
import type { Answer } from './use-answer.ts'
import { useDeck } from './use-deck.ts'

const AskDialog = onDemand(() => import('./ask-dialog.tsx'))

const Tools = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 8,
  maxWidth: 608,
  '& .MuiButton-root': { minHeight: 44, fontSize: 14, padding: '4px 10px' },
})

export function Deciding({ assessment, answer, now }: Props) {
  useDocumentTitle('査定結果')
  const wide = useWide()
  const items = openItems(assessment.items)
  const deck = useDeck(items)
  const { place } = deck
  const asking = useAsking(assessment)
  const firstOpen = Math.max(
    0,
    items.findIndex((item) => answer.decision(item) === undefined),
  )
  // Kept, so that the article stays when its own decision is made.
  const [begun] = useState(firstOpen)
  if (place.kind === 'list') return <Overview {...{ assessment, answer, now, deck }} />
  const parts = {
    items,
    onItem: deck.toItem,
    answer,
    ...asking.parts,
  }
  const head = (
    <ResultHead
      request={assessment.purchaseRequest}
      title={sumTerm(items)}
      amount={assessment.total}
      expiresAt={assessment.expiresAt}
      now={now}
      tall={!wide}
    />
  )
  const said = <Said assessment={assessment} answer={answer} />
  if (wide) {
    return (
      <Main id="main">
        {head}
        <DeckDesk
          {...parts}
          index={place.kind === 'item' ? place.index : begun}
          total={assessment.total}
          above={said}
          after={<Asides assessment={assessment} answer={answer} />}
          footer={
            <>
              <Figures answer={answer} />
              <QuietButton onClick={deck.toList}>一覧で確かめる</QuietButton>
            </>
          }
        />
        {asking.dialog}
      </Main>
    )
  }
  if (place.kind === 'item') {
    return (
      <Main id="main">
        <DeckItem {...parts} index={place.index} onList={deck.toList} onSummary={deck.toSummary} />
        {asking.dialog}
      </Main>
    )
  }
  return (
    <Main id="main">
      {head}
      <Body>
        <ResultSummary
          items={items}
          returnCost={assessment.returnCost}
          started={Object.keys(answer.choices).length > 0}
          onStart={() => deck.toItem(firstOpen)}
          onList={deck.toList}
        >
          {said}
        </ResultSummary>
        <Asides assessment={assessment} answer={answer} />
      </Body>
    </Main>
  )
}

/** The way to ask about an article, where questions are taken. */
function useAsking({ mayAsk }: Assessment) {
  const [about, setAbout] = useState<AssessedItem>()
  const askOf = (item: AssessedItem) => (mayAsk && !closedBecause(item) ? () => setAbout(item) : undefined)
  const actionOf = (item: AssessedItem) => {
    const ask = askOf(item)
    if (!mayAsk) return null
    return ask ? (
      <TextButton type="button" onClick={ask}>
        査定員に聞く
      </TextButton>
    ) : (
      <Muted>{closedBecause(item)}</Muted>
    )
  }
  return {
    parts: { askOf, actionOf, below: (item: AssessedItem) => <QuestionThread item={item} /> },
    dialog: about && <AskDialog key={about.slug} item={about} onClose={() => setAbout(undefined)} />,
  }
}

function Said({ assessment, answer }: Pick<Props, 'assessment' | 'answer'>) {
  return (
    <>
      {answer.error && <AnswerNotice error={answer.error} />}
      {answer.restored && !answer.error && (
        <Notice role="status">前に選んだ内容が残っています。続きからお選びください。</Notice>
      )}
      <SecondLookAnswer assessment={assessment} />
    </>
  )
}

function Asides({ assessment, answer }: Pick<Props, 'assessment' | 'answer'>) {
  return (
    <Stack gap={14}>
      <SecondLook assessment={assessment} onDone={answer.reload} />
      {assessment.expiresAt && (
        <p style={{ fontSize: 13 }}>
          <Muted>
            {`${shortDate(assessment.expiresAt)}までにお返事がないときは、売却にならず、すべてお返しします。`}
          </Muted>
        </p>
      )}
      <LaterAnswer id={assessment.purchaseRequest} />
    </Stack>
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

const ListHead = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  minHeight: 48,
  '& h1': { fontSize: 17, outline: 'none' },
  '& .left': {
    justifySelf: 'end',
    fontSize: 13,
    fontWeight: 700,
    color: theme.okuru.palette.font.main,
  },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    fontWeight: 700,
    textDecoration: 'none',
  },
}))

type OverviewProps = Props & { deck: ReturnType<typeof useDeck> }

/** All articles at once: to choose quickly, and to check before the answer. */
function Overview({ assessment, answer, now, deck }: OverviewProps) {
  const items = openItems(assessment.items)
  const submit = useSubmit(assessment, answer)
  return (
    <>
      <Main id="main">
        <Body>
          <ListHead>
            <TextButton type="button" onClick={deck.toSummary}>
              <Icon name="back" size={16} />
              合計へ
            </TextButton>
            <h1 tabIndex={-1}>お返事の確認</h1>
            <span className="left">{assessment.expiresAt && timeLeft(assessment.expiresAt, now)}</span>
          </ListHead>
          <Said assessment={assessment} answer={answer} />
          <p style={{ fontSize: 13 }}>品を押すと、写真と値段の理由を見直せます。</p>
          <Tools>
            <QuietButton onClick={() => answer.decideAll('sell')}>すべて売る</QuietButton>
            <QuietButton onClick={() => answer.decideAll('return')}>すべて返してもらう</QuietButton>
          </Tools>
          <DeckList items={items} onOpen={deck.toItem} answer={answer} />
          <Asides assessment={assessment} answer={answer} />
        </Body>
      </Main>
      <StickyBar summary={<Figures answer={answer} />}>
        <NextButton onClick={() => void submit()} pending={answer.sending}>
          この内容でお返事する
        </NextButton>
      </StickyBar>
    </>
  )
}

function useSubmit(assessment: Assessment, answer: Answer) {
  const confirm = useConfirm()
  const { totals } = answer
  return async () => {
    if (answer.sending || !answer.complete()) return
    const sure = await confirm({
      title: 'この内容でお返事しますか',
      confirm: totals.sell > 0 ? `${formatYen(totals.amount)}で売る` : 'この内容でお返事する',
      cancel: '戻る',
      body: <ConfirmBody assessment={assessment} answer={answer} />,
    })
    if (sure) answer.send()
  }
}

function Figures({ answer }: { answer: Answer }) {
  const { totals } = answer
  return (
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
