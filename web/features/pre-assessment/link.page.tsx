import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateJa } from '#contract/day'
import { priceEstimateCalls } from '#contract/price-estimate'
import { openOnStore } from '#web/app/theme/store-key.ts'
import { useStoreQuery } from '#web/features/company/shared/use-store.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { errorCode, problemIn, sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { usePageSide } from '#web/lib/suspended-session.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { PdfButton } from '#web/ui/csv-button.tsx'
import { ErrorPanel, errorKindOf } from '#web/ui/error-panel.tsx'
import { MainLink, NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice, ProblemNotice } from '#web/ui/notice.tsx'
import { Muted, Page, Section, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Band } from './band.tsx'
import { useGoOn } from './begun-elsewhere.tsx'
import { EstimateRows } from './estimate-rows.tsx'
import { AccuracyNote } from './shared/accuracy-note.tsx'

export type Estimate = AskResult<typeof priceEstimateCalls.shown>

type Of = { token: string; estimate: Estimate }

const title = '事前査定の目安'

/** What a shop named for somebody, under the link it handed out. */
export default function LinkPage() {
  const { token } = useParams({ from: '/storefront/price-estimate/$token' })
  const read = useCall(priceEstimateCalls.shown, { params: { token }, query: useStoreQuery() })
  if (read.isError) return <Failed error={read.error} retrying={read.isRefetching} onRetry={read.refetch} />
  if (!read.data)
    return (
      <Page title={title}>
        <Loading skeleton={<CardListSkeleton count={2} />} />
      </Page>
    )
  return <Shown token={token} estimate={read.data} />
}

function Failed({ error, retrying, onRetry }: { error: unknown; retrying: boolean; onRetry: () => unknown }) {
  const kind = errorKindOf(error instanceof ApiError ? error.status : undefined)
  if (kind === 'lost')
    return (
      <Page title={title}>
        <ErrorPanel kind="lost" action={<MainLink to="/estimate">かんたん査定で調べる</MainLink>}>
          このリンクの事前査定は見つかりませんでした。届いたメッセージのリンクを、途中で切れていないかご確認のうえ、もう一度お開きください。
        </ErrorPanel>
      </Page>
    )
  return (
    <Page title={title}>
      <ErrorPanel kind={kind} onRetry={() => void onRetry()} retrying={retrying}>
        {sentenceFor(error)}
      </ErrorPanel>
    </Page>
  )
}

const ended = {
  expired: {
    title: '有効期限が過ぎました',
    body: '金額は相場に合わせて変わるため、期限を過ぎた目安はお見せしていません。お店にご連絡いただくか、かんたん査定でいまの目安をご覧ください。',
  },
  withdrawn: {
    title: 'この内容は、いまはご覧いただけません',
    body: 'お店が内容を直しているか、新しいリンクをお送りしています。新しいメッセージが届いていないかご確認ください。',
  },
} as const

function Shown({ token, estimate }: Of) {
  const { state, shop, shopName, companyName, validUntil } = estimate
  if (state === 'elsewhere') return <Elsewhere token={token} estimate={estimate} />
  const isOver = state === 'expired' || state === 'withdrawn'
  const until = validUntil && !isOver ? `${formatDateJa(validUntil)}まで有効です。` : ''
  return (
    <Page title={title} lead={`${companyName} ${shopName}からお伝えした目安です。${until}`}>
      {isOver ? (
        <Stack>
          <Notice tone="wait" title={ended[state].title}>
            {ended[state].body}
          </Notice>
          <MainLink to="/estimate">かんたん査定で調べる</MainLink>
          <QuietLink to="/shops/$id" params={{ id: String(shop) }}>
            {shopName}を見る
          </QuietLink>
        </Stack>
      ) : (
        <Standing token={token} estimate={estimate} />
      )}
    </Page>
  )
}

/** Its shop cannot be chosen on the storefront of another dealer. */
function Elsewhere({ token, estimate: { companyName, shopName, storeKey } }: Of) {
  const lead = () => openOnStore(storeKey, `/price-estimate/${token}`)
  return (
    <Page title={title}>
      <Stack>
        <Notice title="別のお店のサイトをご覧です">
          {`この目安は、${companyName} ${shopName}がお伝えしたものです。内容とお申し込みは、そのお店のサイトでご覧いただけます。`}
        </Notice>
        <NextButton onClick={lead}>お店のサイトでひらく</NextButton>
      </Stack>
    </Page>
  )
}

function Standing({ token, estimate }: Of) {
  const { total, items, operatorName } = estimate
  const store = useStoreQuery()
  return (
    <>
      <Stack style={{ marginBottom: 32 }}>
        <Card>
          <h2 style={{ fontSize: 13, fontWeight: 400 }}>合計の目安</h2>
          <p style={{ lineHeight: 1.3 }}>
            <Band low={total.low} high={total.high} size={28} />
          </p>
          <Muted style={{ display: 'block', fontSize: 13 }}>
            {`金額の決まった品 ${total.priced}点`}
            {total.unpriced > 0 && `。ほかの${total.unpriced}点は、お品物を拝見してからご案内します`}
          </Muted>
        </Card>
        <Notice title="この金額は目安です">
          実物を拝見して金額が変わる場合があります。目安を下回るときは、理由と写真をお見せします。ご納得いただけない品は、お返しします。
        </Notice>
        <AccuracyNote share={estimate} />
        <Answer token={token} estimate={estimate} />
      </Stack>
      <Section title="内訳">
        <Card tight style={{ padding: '4px 16px' }}>
          <EstimateRows items={items} />
        </Card>
        {operatorName !== '' && (
          <Muted style={{ display: 'block', marginTop: 8, fontSize: 13 }}>{`担当 ${operatorName}`}</Muted>
        )}
      </Section>
      <div style={{ marginTop: 24 }}>
        <PdfButton
          name="事前査定の目安"
          load={(options) =>
            ask(priceEstimateCalls.shownPdf, { params: { token }, query: store, ...options })
          }
        />
      </div>
    </>
  )
}

const taken = '申し込みの書きかけに、この内容が入っています。続きからお進みください。'

function Answer({ token, estimate }: Of) {
  const isCustomer = usePageSide() === 'customer'
  const returnUrl = `/price-estimate/${token}`
  if (estimate.state === 'accepted' && estimate.isRequested)
    return (
      <Notice tone="ok" title="お申し込みいただいた内容です">
        <p>査定の進み具合は、申し込みの画面でご覧いただけます。</p>
        {isCustomer && (
          <QuietLink to="/requests" style={{ marginTop: 8 }}>
            申し込みの一覧を見る
          </QuietLink>
        )}
      </Notice>
    )
  if (estimate.state === 'accepted')
    return (
      <Notice tone="ok" title="お申し込みに進んだ内容です">
        {isCustomer ? (
          <>
            <p>{taken}</p>
            <NextLink to="/requests/new" style={{ marginTop: 8 }}>
              申し込みの続きへ
            </NextLink>
          </>
        ) : (
          'お申し込みになったお客さまは、ログインすると続きからお進みいただけます。'
        )}
      </Notice>
    )
  if (estimate.state === 'declined')
    return (
      <Notice title="お見送りをうかがいました">
        気が変わられたときは、お店にご連絡ください。目安をお作り直しします。
      </Notice>
    )
  return (
    <Stack gap={8}>
      {isCustomer ? (
        <Take token={token} estimate={estimate} />
      ) : (
        <>
          <NextLink to="/register" search={{ returnUrl }}>
            会員登録して申し込む
          </NextLink>
          <QuietLink to="/login" search={{ returnUrl }}>
            ログインして申し込む
          </QuietLink>
          <Muted style={{ display: 'block', fontSize: 13 }}>
            登録やログインのあと、このページに戻ります。
          </Muted>
        </>
      )}
      <Decline token={token} />
    </Stack>
  )
}

function Take({ token, estimate: { validUntil } }: Of) {
  const store = useStoreQuery()
  const call = useMutationOf(priceEstimateCalls.take, { rereadsOnError: true })
  const [problem, setProblem] = useState<string>()
  const { press, dialog } = useGoOn({
    pending: call.isPending,
    take: async (part) => {
      setProblem(undefined)
      await call.mutateAsync({ params: { token }, body: { ...store, ...part } })
    },
    onProblem: (error) =>
      setProblem(
        errorCode(error) === 'not_found' || (error instanceof ApiError && error.status === 404)
          ? 'この目安は、別のお客さまにお伝えしたものです。お心当たりがあるときは、お店にお問い合わせください。'
          : problemIn(error),
      ),
    children: `書きかけを先に送っていただいても、${validUntil ? `${formatDateJa(validUntil)}までは` : ''}このページからお申し込みいただけます。`,
  })
  return (
    <>
      {dialog}
      <ProblemNotice>{problem}</ProblemNotice>
      <NextButton pending={call.isPending} onClick={() => void press()}>
        この内容で申し込む
      </NextButton>
      <Muted style={{ display: 'block', fontSize: 13 }}>
        品のリストが申し込みに入ります。送る前に直すこともできます。
      </Muted>
    </>
  )
}

function Decline({ token }: { token: string }) {
  const confirm = useConfirm()
  const decline = useMutationOf(priceEstimateCalls.decline, { waits: true, rereadsOnError: true })
  const store = useStoreQuery()
  const [problem, setProblem] = useState<string>()
  const press = async () => {
    const sure = await confirm({
      title: '今回は見送りますか',
      body: 'お店にお知らせします。この目安では申し込めなくなります。',
      confirm: '見送る',
      cancel: '戻る',
    })
    if (!sure) return
    setProblem(undefined)
    try {
      await decline.mutateAsync({ params: { token }, body: store })
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  return (
    <>
      <ProblemNotice>{problem}</ProblemNotice>
      <p style={{ textAlign: 'center' }}>
        <TextButton type="button" disabled={decline.isPending} onClick={() => void press()}>
          今回は見送る
        </TextButton>
      </p>
    </>
  )
}
