import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorPanel, FailedRead } from '#web/ui/error-panel.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Page, Row, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { type Statement, StatementSheet } from './shared/statement-sheet.tsx'

export default function StatementPage() {
  const { id } = useParams({ from: '/storefront/customer/requests/$id/statement' })
  const statement = useCall(purchaseRequestCalls.statement, { params: { id: Number(id) } })
  const back = (
    <Link to="/requests/$id" params={{ id }}>
      <BackMark />
      申し込み {id}
    </Link>
  )
  return (
    <Page title="仕入明細書" back={back}>
      {statement.isPending && <Loading skeleton={<CardListSkeleton />} />}
      {statement.isError && (
        <FailedRead
          read={statement}
          missing="この申し込みに仕入明細書はありません。"
          action={<MainLink to="/requests">申し込みの一覧へ</MainLink>}
        />
      )}
      {statement.data && <Shown statement={statement.data} />}
    </Page>
  )
}

function Shown({ statement }: { statement: Statement }) {
  const client = useQueryClient()
  const id = statement.purchaseRequest
  const { queryKey } = queryOf(purchaseRequestCalls.statement, { params: { id } })
  const confirm = useMutationOf(purchaseRequestCalls.confirmStatement, {
    onSuccess: (confirmed) => {
      client.setQueryData(queryKey, confirmed)
      notify.done('ご確認ありがとうございました')
    },
    // An item was rescinded meanwhile, so there is a new statement to confirm.
    rereadsOnError: true,
    waits: true,
  })
  return (
    <Stack gap={16}>
      {statement.confirmedAt === null && (
        <p>
          インボイスの登録番号をお持ちのため、お店が仕入明細書を作りました。内容をお確かめのうえ、「内容を確認しました」を押してください。違うところがあれば、押さずに
          <Link to="/contact">お問い合わせ</Link>ください。
        </p>
      )}
      <Card>
        <StatementSheet statement={statement} />
      </Card>
      {confirm.error && <ErrorPanel heading={false}>{sentenceFor(confirm.error)}</ErrorPanel>}
      <Row gap={8}>
        {statement.confirmedAt === null && (
          <NextButton
            pending={confirm.isPending}
            onClick={() => confirm.mutate({ params: { id }, body: { total: statement.total } })}
          >
            内容を確認しました
          </NextButton>
        )}
        <QuietButton startIcon={<Icon name="print" size={18} />} onClick={() => window.print()}>
          印刷する
        </QuietButton>
      </Row>
    </Stack>
  )
}
