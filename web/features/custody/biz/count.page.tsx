import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { custodyCalls } from '#contract/custody'
import { formatDateTimeJa } from '#contract/day'
import { formatCount } from '#contract/text'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type PlaceCountDetail, spotText, thingKey, thingText } from '../shared/custody-words.ts'

type Line = PlaceCountDetail['lines'][number]

export default function CountPage() {
  const id = Number(useParams({ strict: false }).id)
  const state = useCall(custodyCalls.countOf, { params: { id } })
  const count = state.data
  return (
    <DetailPage
      title={count ? `「${count.placeName}」の棚卸し` : '棚卸し'}
      lead={count && <Muted>{`${count.shopName} ・ ${formatDateTimeJa(count.at)} ・ ${count.by}`}</Muted>}
    >
      <p style={{ marginTop: -8, fontSize: 12 }}>
        <Link to="/biz/custody/counts">‹ 棚卸しの記録</Link>
      </p>
      <WhenRead state={state} skeleton={<TableSkeleton />}>
        {(read) => <Result count={read} />}
      </WhenRead>
    </DetailPage>
  )
}

function Result({ count }: { count: PlaceCountDetail }) {
  const missing = count.lines.filter(({ isMissing }) => isMissing)
  const extra = count.lines.filter(({ isMissing }) => !isMissing)
  const how = count.withBoxes ? '箱を読み取った品は、中の商品もあったものとして数えました。' : ''
  return (
    <Stack gap={16}>
      <Notice
        tone={count.lines.length === 0 ? 'ok' : 'plain'}
        title={
          count.lines.length === 0
            ? '記録どおりに、すべてありました'
            : `記録 ${formatCount(count.expected)}件、実際 ${formatCount(count.found)}件。足りない品が${formatCount(missing.length)}件、ここの記録にない品が${formatCount(extra.length)}件あります`
        }
      >
        {how}
      </Notice>
      {missing.length > 0 && (
        <section aria-label="足りない品">
          <h2>{`足りない品 ${missing.length}`}</h2>
          <p style={{ marginBottom: 6 }}>
            見つかったら、いまある置き場で読み取って移してください。この一覧から解決済みになります。
          </p>
          <Lines label="足りない品の一覧" columns={missingColumns} lines={missing} />
        </section>
      )}
      {extra.length > 0 && <Extra count={count} extra={extra} />}
    </Stack>
  )
}

function Extra({ count, extra }: { count: PlaceCountDetail; extra: readonly Line[] }) {
  const settle = useMutationOf(custodyCalls.settle)
  const open = extra.filter(({ isSettled }) => !isSettled).length
  const act = async () => {
    try {
      await settle.mutateAsync({ params: { id: count.id } })
      notify.done(`「${count.placeName}」に記録しました。`)
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  useShortcuts([{ code: 'KeyS', label: 'この置き場に記録する', run: act }], {
    enabled: open > 0 && !settle.isPending,
  })
  return (
    <section aria-label="ここの記録にない品">
      <h2>{`ここの記録にない品 ${extra.length}`}</h2>
      <p style={{ marginBottom: 6 }}>
        ここにあるのが正しければ、まとめてこの置き場に記録できます。違うときは、正しい置き場へ持って行き、読み取って移してください。
      </p>
      {open > 0 && (
        <div style={{ marginBottom: 8 }}>
          <NextButton onClick={() => void act()} pending={settle.isPending} endIcon={<Kbd>S</Kbd>}>
            {`${open}件を「${count.placeName}」に記録する`}
          </NextButton>
        </div>
      )}
      <Lines label="ここの記録にない品の一覧" columns={extraColumns} lines={extra} />
    </section>
  )
}

/** A shelf holds thousands. */
const SHOWN_AT_ONCE = 200

type LinesProps = { label: string; columns: readonly Column<Line>[]; lines: readonly Line[] }

function Lines({ label, columns, lines }: LinesProps) {
  const [isAll, setIsAll] = useState(false)
  const rows = isAll ? lines : lines.slice(0, SHOWN_AT_ONCE)
  return (
    <>
      <DataTable label={label} columns={columns} rows={rows} rowKey={thingKey} />
      {rows.length < lines.length && (
        <div style={{ marginTop: 8 }}>
          <QuietButton onClick={() => setIsAll(true)}>
            {`残りの${formatCount(lines.length - rows.length)}件も見る`}
          </QuietButton>
        </div>
      )}
    </>
  )
}

function ThingLink({ line }: { line: Line }) {
  const params = { id: String(line.request) }
  return line.slug === null ? (
    <Link to="/biz/requests/$id" params={params}>
      {thingText(line)}
    </Link>
  ) : (
    <Link to="/biz/bench/$id" params={params} search={{ item: line.slug }}>
      {thingText(line)}
    </Link>
  )
}

const thing: Column<Line> = {
  key: 'thing',
  header: '品',
  wrap: true,
  cell: (line) => <ThingLink line={line} />,
}
const now: Column<Line> = { key: 'now', header: 'いまの記録', cell: ({ spot }) => spotText(spot) }
const state: Column<Line> = {
  key: 'state',
  card: 'chip',
  header: '状況',
  cell: ({ isSettled }) => (
    <StatusChip tone={isSettled ? 'gray' : 'wait'}>{isSettled ? '解決済み' : '未解決'}</StatusChip>
  ),
}
const recorded: Column<Line> = {
  key: 'recorded',
  header: '数えたときの記録',
  cell: (line) => spotText(line.recorded),
}

const missingColumns = [thing, now, state]
const extraColumns = [thing, recorded, now, state]
