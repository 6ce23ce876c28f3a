import { useParams } from '@tanstack/react-router'
import { isExpected, requestStatus as R, requestStatusLabel } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { Bench } from './bench.tsx'
import type { BenchRequest } from './use-bench-items.ts'

export default function BenchPage() {
  const id = Number(useParams({ strict: false }).id)
  useDocumentTitle(`査定 ${id}`)
  const state = useCall(purchaseRequestCalls.bizGet, { params: { id } })
  if (state.data && state.data.items.length > 0 && state.data.status !== R.ARRIVED)
    return <Bench key={id} request={state.data} />
  return (
    <DetailPage title={`申し込み ${id} の査定`}>
      <WhenRead state={state} skeleton={<TableSkeleton />}>
        {(request) => <NotYet request={request} again={() => void state.refetch()} />}
      </WhenRead>
    </DetailPage>
  )
}

function NotYet({ request, again }: { request: BenchRequest; again: () => void }) {
  const move = useMutationOf(purchaseRequestCalls.move, { onSettled: again })
  const params = { id: request.id }
  if (isExpected(request.status))
    return (
      <MessagePanel
        title="まだ箱が届いていません"
        actions={
          <QuietLink to="/biz/intake" search={{ code: String(request.id) }}>
            受け取りを記録する
          </QuietLink>
        }
      >
        <p>{`いまは「${requestStatusLabel[request.status as 0]}」です。箱を数えて受け取ると、商品ごとに査定できます。`}</p>
      </MessagePanel>
    )
  if (request.status !== R.ARRIVED)
    return (
      <MessagePanel
        title="査定する商品がありません"
        actions={
          <QuietLink to="/biz/requests/$id" params={{ id: String(request.id) }}>
            申し込みを見る
          </QuietLink>
        }
      />
    )
  return (
    <MessagePanel
      title={`${request.customerName} 様の ${request.items.length}点を査定します`}
      actions={
        <NextButton
          autoFocus
          pending={move.isPending}
          onClick={() => move.mutate({ params, body: { status: R.ASSESSING, version: request.version } })}
        >
          査定を始める
        </NextButton>
      }
    >
      <p>始めると、お客さまの画面が「査定中」になります。</p>
      {move.error && <ErrorText role="alert">{sentenceFor(move.error)}</ErrorText>}
    </MessagePanel>
  )
}
