import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import type { Originator } from './originator.rules.ts'
import { definitionsOf } from './originator-facts.tsx'
import { OriginatorForm } from './originator-form.tsx'
import { Notice } from './payout-parts.tsx'

export default function OriginatorPage() {
  const read = useCall(transferCalls.originator)
  return (
    <DetailPage title="振込元" lead={<Muted>銀行へ送る振込データの先頭に入る、運営の口座です。</Muted>}>
      {read.isError && <Failed state={read} />}
      {read.isPending && <Loading skeleton={<TableSkeleton />} />}
      {read.data && <Shown data={read.data} />}
    </DetailPage>
  )
}

function Shown({ data }: { data: AskResult<typeof transferCalls.originator> }) {
  const client = useQueryClient()
  const [editing, setEditing] = useState(false)
  const [saved, setSaved] = useState(false)
  const { originator, mayEdit } = data
  const onSaved = (stored: Originator) => {
    client.setQueryData(queryOf(transferCalls.originator).queryKey, { originator: stored, mayEdit })
    setEditing(false)
    setSaved(true)
  }
  if (editing)
    return (
      <Card style={{ maxWidth: 640 }}>
        <OriginatorForm stored={originator} onSaved={onSaved} onCancel={() => setEditing(false)} />
      </Card>
    )
  if (!originator)
    return (
      <Empty
        title="振込元はまだ設定されていません"
        action={mayEdit && <NextButton onClick={() => setEditing(true)}>振込元を設定する</NextButton>}
      >
        銀行から通知された委託者コードと口座を設定すると、振込のファイルを作れます。
        {!mayEdit && '設定は管理者が行います。'}
      </Empty>
    )
  return (
    <Stack gap={12} style={{ maxWidth: 640 }}>
      {saved && (
        <Notice tone="plain" role="status">
          <span>振込元を保存しました。次に作るファイルから使われます。</span>
        </Notice>
      )}
      <Card>
        <DefinitionList items={definitionsOf(originator)} />
        <Row style={{ marginTop: 12 }}>
          {mayEdit ? (
            <NextButton onClick={() => setEditing(true)}>振込元を変更する</NextButton>
          ) : (
            <Muted style={{ fontSize: 12 }}>変更は管理者が行います。</Muted>
          )}
        </Row>
      </Card>
    </Stack>
  )
}
