import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { customerCalls } from '#contract/customer'
import { isFinal, isSettled } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatPostalCode } from '#contract/text'
import { LabelDialog } from '#web/features/carrier-label/shared/biz/label-dialog.tsx'
import { PrintReturns } from '#web/features/carrier-label/shared/biz/print-returns.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Inset } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { WhenPartRead, WhenRead } from '#web/ui/query-state.tsx'
import { choiceColumn, useRowChoice } from '#web/ui/row-choice.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Blocks } from '../shared/biz/request-head.tsx'
import { RequestMoves } from '../shared/biz/request-moves.tsx'
import { ReturnArticles, returnText } from '../shared/biz/return-articles.tsx'
import { requestColumns, statusColumn } from '../shared/biz/row-columns.tsx'
import type { BizRequest, BizRequestRow } from '../shared/biz/types.ts'

type ShopCustomer = AskResult<typeof customerCalls.shopCustomer>

const columns: readonly Column<BizRequestRow>[] = [
  ...requestColumns,
  statusColumn,
  { key: 'since', header: '返送が決まった日', cell: (row) => monthDay(row.statusChangedAt) },
  { key: 'shop', header: '店舗', cell: (row) => row.shopName },
  { key: 'assessor', header: '担当', cell: (row) => row.assessorName ?? '—' },
]

export default function ReturnsPage() {
  const list = useList(purchaseRequestCalls.bizList, {
    always: { view: 'returning', ordering: 'status_changed_at' },
  })
  const { open } = list
  const navigate = useNavigate()
  const choice = useRowChoice({
    rows: list.read.data?.results ?? [],
    rowKey: ({ id }) => id,
    nameOf: ({ id, customerName }) => `申し込み${id} ${customerName}様`,
    current: open,
    onCurrent: list.setOpen,
  })
  return (
    <RowsPage
      name="returns"
      title="返送"
      label="返送の一覧"
      columns={[choiceColumn(choice), ...columns]}
      lead={<Bar chosen={choice.picked} />}
      list={list}
      rowKey={({ id }) => id}
      selected={open}
      onSelect={list.setOpen}
      onOpen={({ id }) => navigate({ to: '/biz/requests/$id', params: { id: String(id) } })}
      detail={open && <ReturnPanel key={open} id={open} />}
      detailLabel="選んだ返送"
      empty={
        <Empty
          title="返送するものはありません"
          action={<QuietLink to="/biz/requests">申し込みを見る</QuietLink>}
        />
      }
    />
  )
}

function Bar({ chosen }: { chosen: readonly BizRequestRow[] }) {
  const [makesLabels, setMakesLabels] = useState(false)
  return (
    <Row gap={10}>
      <PrintReturns requests={chosen.map(({ id }) => id)} />
      <QuietButton
        startIcon={<Icon name="download" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setMakesLabels(true)}
      >
        {chosen.length === 0 ? '送り状データを作る' : `送り状データを作る(${chosen.length}件)`}
      </QuietButton>
      <Muted style={{ fontSize: 12 }}>
        行はチェックのほか、スペースキーやShift+矢印キーでも選べます。選ばないときは、待っている分がすべて対象です。
      </Muted>
      {makesLabels && (
        <LabelDialog
          kind="return"
          requests={chosen.map(({ id }) => id)}
          onClose={() => setMakesLabels(false)}
        />
      )}
    </Row>
  )
}

function ReturnPanel({ id }: { id: number }) {
  const state = useCall(purchaseRequestCalls.bizGet, { params: { id } })
  return (
    <WhenRead state={state} skeleton={<Lines count={8} />}>
      {(request) => <ReturnMatter request={request} />}
    </WhenRead>
  )
}

function ReturnMatter({ request }: { request: BizRequest }) {
  const isSent = isSettled(request.status) && isFinal(request.status)
  return (
    <>
      <div>
        <Muted style={{ fontSize: 12 }}>申し込み {request.id}</Muted>
        <h2>{request.customerName} 様へお返し</h2>
      </div>
      <Blocks request={request} />
      <Address request={request} />
      {isSent && (
        <Inset>
          返送の記録が終わりました。お客さまに送り状番号 {request.returnTrackingNumber} をお知らせします。
        </Inset>
      )}
      {!isSent && <p>{returnText(request)}</p>}
      <ReturnArticles request={request} />
      <div style={{ marginTop: 'auto' }}>
        <RequestMoves key={request.id} request={request} />
      </div>
    </>
  )
}

function Address({ request }: { request: BizRequest }) {
  const read = useCall(customerCalls.shopCustomer, {
    params: { shopPk: request.shop, id: request.customer },
  })
  return (
    <WhenPartRead state={read} lines={2}>
      {({ address, phone }) => <Destination address={address} phone={phone} />}
    </WhenPartRead>
  )
}

function Destination({ address, phone }: Pick<ShopCustomer, 'address' | 'phone'>) {
  const { postalCode, prefecture, city, address1, address2 } = address
  return (
    <DefinitionList
      items={[
        {
          key: 'to',
          term: 'お届け先',
          value: `〒${formatPostalCode(postalCode)} ${prefecture}${city}${address1} ${address2}`,
        },
        { key: 'phone', term: '電話', value: phone },
      ]}
    />
  )
}
