import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { brandMasterCalls } from '#contract/brand-master'
import { ask } from '#web/lib/ask.ts'
import type { ListQuery } from '#web/lib/list-state.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { CsvImportDialog } from '#web/ui/csv-import-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectBox } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { useRowChoice } from '#web/ui/row-choice.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { dealerColumns, operatorColumns } from './brand-columns.tsx'
import { useMasterTabs } from './master-tabs.ts'
import { useBrandChoice } from './use-brand-choice.ts'

export default function BrandsPage() {
  const staff = useStaff()
  if (!staff) return null
  return staff.company.isOperator ? <OperatorBrands /> : <DealerBrands shops={staff.company.shops} />
}

const searched = { name: 'q', label: '名前・カナ・別名(複数可)', pasted: '、' }
const none = <Empty title="条件に合うブランドはありません" />

const BrandsCsv = ({ filter }: { filter: ListQuery<typeof brandMasterCalls.csv> }) => (
  <CsvButton
    name="ブランド"
    load={(options: FileOptions) => ask(brandMasterCalls.csv, { query: filter, ...options })}
  />
)

function OperatorBrands() {
  const list = useList(brandMasterCalls.list)
  const navigate = useNavigate()
  const tabs = useMasterTabs('brands')
  const [isImporting, setImporting] = useState(false)
  const upload = useMutationOf(brandMasterCalls.load)
  const { q } = list.query
  return (
    <RowsPage
      name="brands"
      plain
      title="ブランド"
      label="ブランドの一覧"
      columns={operatorColumns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/brands/$id', params: { id: String(id) } })}
      {...tabs}
      actions={
        <>
          <QuietButton onClick={() => setImporting(true)}>CSVを取り込む</QuietButton>
          <BrandsCsv filter={list.filter} />
          <NextLink to="/biz/brands/new">ブランドを登録する</NextLink>
        </>
      }
      filters={<QuickFilters values={{ q }} set={list.set} fields={[searched]} />}
      empty={none}
    >
      {isImporting && (
        <CsvImportDialog
          title="ブランドの取り込み"
          help="列は「ブランド名」「カナ」「別名」。別名は「|」で区切ります。この画面で保存したCSVも、そのまま取り込めます。ファイルにないブランドは変わりません。"
          load={(file, dryRun) => upload.mutateAsync({ body: { ...file, dryRun } })}
          onClose={() => setImporting(false)}
        />
      )}
    </RowsPage>
  )
}

type Shops = readonly { id: number; name: string }[]

function DealerBrands({ shops }: { shops: Shops }) {
  const list = useList(brandMasterCalls.list)
  const tabs = useMasterTabs('brands')
  const rows = list.read.data?.results ?? []
  const [current, setCurrent] = useState<number>()
  const choice = useRowChoice({
    rows,
    rowKey: ({ id }) => id,
    nameOf: ({ name }) => name,
    current,
    onCurrent: setCurrent,
  })
  const work = useBrandChoice(choice.picked, choice.clear)
  const { query } = list
  const values = {
    q: query.q,
    isPrivate: query.isPrivate === undefined ? undefined : String(query.isPrivate),
    shop: query.shop === undefined ? undefined : String(query.shop),
  }
  return (
    <RowsPage
      name="brands"
      title="ブランド"
      label="ブランドの一覧"
      columns={dealerColumns(choice, shops)}
      list={list}
      rowKey={({ id }) => id}
      selected={current ?? null}
      onSelect={setCurrent}
      {...tabs}
      actions={<BrandsCsv filter={list.filter} />}
      filters={
        <QuickFilters
          values={values}
          set={list.set}
          fields={[
            searched,
            {
              name: 'isPrivate',
              label: '公開',
              options: [
                { value: 'false', label: '公開中' },
                { value: 'true', label: '非公開' },
              ],
            },
            {
              name: 'shop',
              label: '取り扱う店舗',
              options: shops.map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]}
        />
      }
      lead={
        <Muted style={{ fontSize: 12 }}>
          選んだブランドを、まとめて非公開にしたり、店舗の取り扱いに加えたりできます。非公開のブランドは、自社の担当者だけに見えます。新しいブランドの登録は、運営にご依頼ください。
        </Muted>
      }
      empty={none}
    >
      <Bulk work={work} shops={shops} />
    </RowsPage>
  )
}

function Bulk({ work, shops }: { work: ReturnType<typeof useBrandChoice>; shops: Shops }) {
  const { picked, pending, problem } = work
  const [shop, setShop] = useState('')
  const place = shops.find(({ id }) => String(id) === shop) ?? shops[0]
  useShortcuts(
    [
      { code: 'KeyP', label: '非公開にする', run: () => work.setPrivate(true) },
      { code: 'KeyU', label: '公開する', run: () => work.setPrivate(false) },
      ...(place
        ? [
            { code: 'KeyA', label: '取り扱いに加える', run: () => work.setHandled(place, true) },
            { code: 'KeyR', label: '取り扱いから外す', run: () => work.setHandled(place, false) },
          ]
        : []),
    ],
    { enabled: picked.length > 0 && !pending },
  )
  return (
    <BulkBar
      count={picked.length}
      onClear={work.clear}
      notice={problem ? <ProblemNotice>{problem}</ProblemNotice> : work.notice}
    >
      <QuietButton
        size="small"
        pending={pending}
        onClick={() => void work.setPrivate(true)}
        endIcon={<Kbd>P</Kbd>}
      >
        非公開にする
      </QuietButton>
      <QuietButton
        size="small"
        pending={pending}
        onClick={() => void work.setPrivate(false)}
        endIcon={<Kbd>U</Kbd>}
      >
        公開する
      </QuietButton>
      {place && (
        <>
          {shops.length > 1 && (
            <SelectBox
              aria-label="店舗"
              value={String(place.id)}
              onChange={({ target }) => setShop(target.value)}
              style={{ width: 'auto' }}
            >
              {shops.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectBox>
          )}
          <QuietButton
            size="small"
            pending={pending}
            onClick={() => void work.setHandled(place, true)}
            endIcon={<Kbd>A</Kbd>}
          >
            取り扱いに加える
          </QuietButton>
          <QuietButton
            size="small"
            pending={pending}
            onClick={() => void work.setHandled(place, false)}
            endIcon={<Kbd>R</Kbd>}
          >
            取り扱いから外す
          </QuietButton>
        </>
      )}
    </BulkBar>
  )
}
