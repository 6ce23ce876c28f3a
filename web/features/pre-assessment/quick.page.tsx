import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { mostAskedItems, priceEstimateCalls } from '#contract/price-estimate'
import { useStoreQuery } from '#web/features/company/shared/use-store.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { Muted, Page, Stack } from '#web/ui/page.tsx'
import { AskForm } from './ask-form.tsx'
import { useAskedArticles } from './asked-articles.ts'
import { QuickAnswer } from './quick-answer.tsx'
import { AccuracyNote } from './shared/accuracy-note.tsx'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: 32,
    alignItems: 'start',
  },
}))

/** かんたん査定 — what some articles would bring, without an account. */
export default function QuickPage() {
  const { articles, isFull, add, remove, clear } = useAskedArticles()
  const share = useCall(priceEstimateCalls.storeAccuracy, { query: useStoreQuery() })
  const form = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLHeadingElement>(null)
  return (
    <Page
      title="かんたん査定"
      lead="ブランドと種類と状態を選ぶと、買取額の目安がわかります。会員登録なしでお使いいただけます。"
      wide
    >
      <Columns>
        <Card aria-label="品を選ぶ">
          {isFull ? (
            <p>{`一度に調べられるのは${mostAskedItems}行までです。外してから、次の品をお選びください。`}</p>
          ) : (
            <AskForm
              ref={form}
              onAdd={(article) => {
                add(article)
                requestAnimationFrame(() => answer.current?.focus())
              }}
            />
          )}
        </Card>
        <Stack>
          <QuickAnswer
            articles={articles}
            heading={answer}
            onRemove={(key) => {
              remove(key)
              answer.current?.focus()
            }}
            onNext={() => form.current?.querySelector<HTMLElement>('input')?.focus()}
            onSent={clear}
          />
          <AccuracyNote share={share.data} />
          <Muted style={{ display: 'block', fontSize: 13 }}>
            目安は、お店が決めた価格と、その季節の相場から計算しています。実物を拝見して金額が変わる場合があります。査定額は1点ずつ、理由と一緒にお知らせします。
          </Muted>
        </Stack>
      </Columns>
    </Page>
  )
}
