import { useState } from 'react'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Row } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

type Kind = 'problems' | 'changes' | 'all'

type Props<Line> = {
  lines: readonly Line[]
  columns: readonly Column<Line>[]
  isProblem: (line: Line) => boolean
  changes: (line: Line) => boolean
}

/** Each line with what becomes of it; those to look at first. */
export function LineReport<Line extends { line: number }>(props: Props<Line>) {
  const { lines, columns } = props
  const [chosen, setChosen] = useState<Kind>()
  const kinds = { problems: props.isProblem, changes: props.changes, all: () => true }
  const count = (kind: Kind) => lines.filter(kinds[kind]).length
  const kind = chosen ?? (count('problems') > 0 ? 'problems' : 'all')
  return (
    <section>
      <Row gap={12}>
        <h2 style={{ fontSize: 15 }}>行ごとの結果</h2>
        <Tabs<Kind>
          label="行の表示"
          value={kind}
          onChange={setChosen}
          items={[
            { value: 'problems', label: '要確認', count: count('problems') },
            { value: 'changes', label: '記録', count: count('changes') },
            { value: 'all', label: 'すべて', count: lines.length },
          ]}
        />
      </Row>
      <DataTable
        label="行ごとの結果"
        columns={columns}
        rows={lines.filter(kinds[kind])}
        rowKey={({ line }) => line}
        empty={<Empty title="この条件の行はありません" />}
      />
    </section>
  )
}
