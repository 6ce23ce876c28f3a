import { requestStatus as S } from '#contract/lifecycle'
import { dealSumOf } from '#web/features/purchase-request/shared/deal-sum.ts'
import { dateTimeJa } from '#web/lib/dates.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, useDocumentTitle } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { AfterAnswer } from './after-answer.tsx'
import { AnswerNotice } from './answer-notice.tsx'
import { DeckDesk } from './deck-desk.tsx'
import { DeckItem } from './deck-item.tsx'
import { DeckList, saidOf } from './deck-list.tsx'
import { QuestionThread } from './item-questions.tsx'
import { ResultHead } from './result-head.tsx'
import { Body, Main, type ResultProps, useWide } from './result-layout.tsx'
import { SecondLookAnswer } from './second-look-answer.tsx'
import { sumTerm } from './sum-term.ts'
import { useDeck } from './use-deck.ts'

/** What was agreed and why stays readable: the same pages without the choice. */
export function Decided({ assessment, answer, now }: ResultProps) {
  useDocumentTitle('査定結果')
  const wide = useWide()
  const { items } = assessment
  const deck = useDeck(items)
  const { place } = deck
  const sum = dealSumOf({ ...assessment, offerTotal: assessment.total })
  const parts = {
    items,
    onItem: deck.toItem,
    actionOf: () => null,
    askOf: () => undefined,
    below: (item: (typeof items)[number]) => (
      <>
        <p style={{ marginTop: 14, fontSize: 13 }}>
          お返事: <b>{saidOf(item).said}</b>
        </p>
        <QuestionThread item={item} />
      </>
    ),
  }
  if (place.kind === 'item' && !wide) {
    return (
      <Main id="main">
        <DeckItem {...parts} index={place.index} onList={deck.toSummary} onSummary={deck.toSummary} />
      </Main>
    )
  }
  const said = (
    <>
      {answer.error && <AnswerNotice error={answer.error} />}
      {assessment.status === S.OFFERED ? (
        <Notice tone="wait" role="status" title="お返事の期限を過ぎました">
          売却にはなりません。お品物はお返しします。次はお店の番です。発送したら、送り状番号をお知らせします。
        </Notice>
      ) : (
        <AfterAnswer assessment={assessment} justNow={answer.answered} />
      )}
      <SecondLookAnswer assessment={assessment} />
      <Agreed assessment={assessment} />
    </>
  )
  return (
    <Main id="main">
      <ResultHead
        request={assessment.purchaseRequest}
        title={sum?.term ?? sumTerm(items)}
        amount={sum?.amount}
        note={sum?.note}
        expiresAt={assessment.expiresAt}
        now={now}
      />
      {wide && items.length > 0 ? (
        <DeckDesk
          {...parts}
          index={place.kind === 'item' ? place.index : 0}
          total={assessment.total}
          above={said}
          after={null}
          footer={
            <span>
              {sumTerm(items)} <Yen amount={assessment.total} />
            </span>
          }
        />
      ) : (
        <Body>
          {said}
          <DeckList items={items} onOpen={deck.toItem} />
        </Body>
      )}
    </Main>
  )
}

/** The words that the customer agreed to. */
function Agreed({ assessment: { consent } }: Pick<ResultProps, 'assessment'>) {
  if (!consent) return null
  return (
    <details style={{ fontSize: 13 }}>
      <summary style={{ minHeight: 44, alignContent: 'center', cursor: 'pointer' }}>
        {`ご同意の記録(${dateTimeJa(consent.at)})`}
      </summary>
      <p>{consent.text}</p>
      <Muted>
        {consent.kind === 'auto_accept'
          ? 'お申し込みのときにいただいたご同意にもとづくお返事です。'
          : 'お客さまがこの画面でお返事された内容です。'}
        査定の内容と合わせて、いつでもここでご覧いただけます。
      </Muted>
    </details>
  )
}
