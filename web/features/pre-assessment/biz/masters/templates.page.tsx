import { useState } from 'react'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { formatYen } from '#contract/text'
import { ask } from '#web/lib/ask.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { pagesOf } from '#web/ui/pagination.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { GridFoot, GridHead } from './grid-bar.tsx'
import { type FactColumn, focusAdded, GridTable } from './grid-table.tsx'
import { MasterFileButton } from './master-file.tsx'
import { useMasterTabs } from './master-tabs.ts'
import { RaiseBar } from './raise-bar.tsx'
import { type Template, templateName, wideDrift } from './template.rules.ts'
import { TemplateBrandFilter, TemplateFilters } from './template-filters.tsx'
import { TemplateHistory } from './template-history.tsx'
import type { GridRow } from './use-grid.ts'
import { useTemplateGrid, useTemplateMasters } from './use-template-grid.ts'

const percent = (permille: number): string =>
  `${permille < 0 ? '−' : '+'}${(Math.abs(permille) / 10).toFixed(1)}%`

const facts: readonly FactColumn<Template>[] = [
  {
    key: 'drift',
    header: '買取実績',
    align: 'end',
    cell: (row) =>
      row?.pastMedian == null || row.pastN == null ? (
        <small>{row ? '5件未満' : ''}</small>
      ) : (
        <>
          <small>{`${row.pastN}件・${formatYen(row.pastMedian)} `}</small>
          {row.driftPermille !== null && Math.abs(row.driftPermille) > wideDrift && (
            <StatusChip tone="wait">{`差 ${percent(row.driftPermille)}`}</StatusChip>
          )}
        </>
      ),
  },
]

const placeholders = { bandPermille: '15' }

function useRows(from: string) {
  const list = useList(calls.priceTemplates)
  const masters = useTemplateMasters()
  const grid = useTemplateGrid(list.read.data?.results, masters, from)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const flip = (key: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const here = grid.rows.map(({ key }) => key)
  const picked = grid.rows.filter(({ key }) => chosen.has(key))
  const choice = {
    isChosen: (key: string) => chosen.has(key),
    flip,
    flipAll: () => setChosen(new Set(picked.length === here.length ? [] : here)),
  }
  return { list, masters, grid, choice, picked, clear: () => setChosen(new Set()) }
}

export default function PriceTemplatesPage() {
  const [from, setFrom] = useState(todayInTokyo)
  const { list, masters, grid, choice, picked, clear } = useRows(from)
  const [shown, setShown] = useState<number>()
  const confirm = useConfirm()
  const remove = useMutationOf(calls.removePriceTemplate)
  const { read, query } = list
  const add = (texts = {}) => focusAdded(() => grid.add(texts), 'brand')
  const copy = ({ texts }: GridRow<Template>) => {
    const { validFrom: _own, ...others } = texts
    focusAdded(() => grid.add(others), 'base')
  }
  const end = async ({ key, stored, texts }: GridRow<Template>) => {
    if (!stored) return grid.drop(key)
    const sure = await confirm({
      title: `「${templateName(texts)}」を今日で終えますか?`,
      body: 'これからの事前査定では使われません。お伝えした金額と履歴は残ります。',
      confirm: '終える',
      cancel: '戻る',
    })
    if (!sure) return
    try {
      await remove.mutateAsync({ params: { id: stored.id } })
      grid.drop(key)
      grid.forget(key)
      notify.done('テンプレートを終えました。')
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  useShortcuts([{ code: 'KeyN', label: '行を加える', run: () => add() }])
  const load = (options: FileOptions) => ask(calls.priceTemplatesCsv, options)
  const isNarrowed = Object.keys(list.filter).length > 0
  return (
    <ListPage
      title="価格テンプレート"
      {...useMasterTabs('templates')}
      actions={
        <>
          <MasterFileButton kind="price_templates" />
          <CsvButton name="価格テンプレート" load={load} />
          <QuietButton onClick={() => add()} endIcon={<Kbd>N</Kbd>}>
            行を加える
          </QuietButton>
        </>
      }
      filters={<TemplateFilters query={query} set={list.set} masters={masters} />}
      pagination={pagesOf(list)}
      detail={shown !== undefined && <TemplateHistory key={shown} id={shown} />}
      detailLabel="テンプレートの履歴"
      onCloseDetail={() => setShown(undefined)}
    >
      <GridHead grid={grid} adds>
        <TemplateBrandFilter query={query} set={list.set} />
        <div style={{ width: 170 }}>
          <DatePicker
            label="変更の適用開始日"
            value={from}
            onChange={(day) => day >= '1900' && setFrom(day)}
          />
        </div>
      </GridHead>
      {read.error && !read.data && <Failed state={read} />}
      {!read.data && !read.error && <Loading skeleton={<TableSkeleton />} />}
      {(read.data || grid.rows.length > 0) &&
        (grid.rows.length > 0 ? (
          <GridTable
            label="価格テンプレートの一覧"
            grid={grid}
            nameOf={({ texts }) => templateName(texts)}
            facts={facts}
            choice={choice}
            placeholders={placeholders}
            loading={read.isPlaceholderData}
            onCopy={copy}
            onTyped={(column, text) => column === 'brand' && masters.onBrandTyped(text)}
            acts={(row) => (
              <RowActs row={row} onCopy={copy} onShow={setShown} onEnd={(one) => void end(one)} />
            )}
          />
        ) : isNarrowed ? (
          <Empty title="条件に合うテンプレートはありません" />
        ) : (
          <Empty
            title="価格テンプレートはまだありません"
            action={<QuietButton onClick={() => add()}>行を加える</QuietButton>}
          >
            ブランド・カテゴリ・状態ごとに基準額を決めておくと、事前査定で金額の幅をお伝えできます。
          </Empty>
        ))}
      <Muted style={{ fontSize: 12 }}>
        空いている欄は「すべて」に当てはまります。金額を変えると新しい版になり、すでにお伝えした金額は変わりません。基準額0円は「現物を見てから」とお伝えします。
      </Muted>
      <GridFoot
        grid={grid}
        more={
          picked.length > 0 && (
            <RaiseBar
              count={picked.length}
              onClear={clear}
              onRaise={(next) => {
                for (const { key, texts } of picked) grid.edit(key, { base: next(texts.base ?? '') })
              }}
            />
          )
        }
      />
    </ListPage>
  )
}

type ActsProps = {
  row: GridRow<Template>
  onCopy: (row: GridRow<Template>) => void
  onShow: (id: number) => void
  onEnd: (row: GridRow<Template>) => void
}

function RowActs({ row, onCopy, onShow, onEnd }: ActsProps) {
  const name = templateName(row.texts)
  const { stored } = row
  return (
    <>
      <IconButton label={`${name}の行をコピーする`} onClick={() => onCopy(row)}>
        <Icon name="plus" size={16} />
      </IconButton>
      {stored && (
        <IconButton label={`${name}の履歴を見る`} onClick={() => onShow(stored.id)}>
          <Icon name="clock" size={16} />
        </IconButton>
      )}
      <IconButton label={stored ? `${name}を終える` : `${name}を消す`} onClick={() => onEnd(row)}>
        <Icon name="close" size={16} />
      </IconButton>
    </>
  )
}
