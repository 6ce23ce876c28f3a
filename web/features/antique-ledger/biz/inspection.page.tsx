import { styled } from '@mui/material/styles'
import { type FormEvent, useId } from 'react'
import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { controlStyle } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { type LedgerRow, ledgerCell, ledgerTableColumns } from './ledger-columns.tsx'
import { LedgerDealer } from './ledger-dealer.tsx'
import { LedgerDetail } from './ledger-detail.tsx'
import { useLedgerPrint } from './use-ledger-print.tsx'

const Search = styled('form')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 12,
  maxWidth: 860,
  '& .words': { flex: '1 1 100%' },
  '& label': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
  '& .words label': { fontSize: 13, fontWeight: 700, color: 'inherit' },
  '& input, & select': { ...controlStyle(theme), width: 'auto', minHeight: 40, padding: '4px 12px' },
  '& .words input': { width: '100%', minHeight: 52, padding: '8px 16px', fontSize: 20 },
}))

/** For police who inspect the ledger at the office: one large field, and the ledger on paper. */
export default function InspectionPage() {
  const list = useList(antiqueLedgerCalls.list)
  const shops = useStaff()?.company.shops ?? []
  const { query, read } = list
  const header = useCall(antiqueLedgerCalls.header, { query: query.shop ? { shop: query.shop } : {} })
  const { print, gathering, sheet } = useLedgerPrint(list.filter, header.data)
  const rows = read.data?.results
  const selected = rows?.find(({ seq }) => seq === list.open)
  return (
    <RowsPage
      title="古物台帳の閲覧"
      label="古物台帳"
      columns={ledgerTableColumns(header.data)}
      list={{
        ...list,
        read: {
          ...read,
          error: header.isPending ? null : (read.error ?? header.error),
          isFetching: read.isFetching || header.isFetching,
          refetch: () => Promise.all([header.refetch(), read.refetch()]),
          data: header.data && read.data,
        },
      }}
      rowKey={({ seq }) => seq}
      selected={list.open}
      onSelect={list.setOpen}
      card={(row) => <RowCard row={row} onOpen={() => list.setOpen(row.seq)} />}
      detail={
        selected &&
        header.data && (
          <LedgerDetail
            key={selected.seq}
            row={selected}
            header={header.data}
            onArticle={(slug) => list.goTo({ slug })}
          />
        )
      }
      detailLabel="選んだ記載"
      actions={
        <QuietButton startIcon={<Icon name="print" size={16} />} pending={gathering} onClick={print}>
          この条件で印刷する
        </QuietButton>
      }
      filters={
        <>
          {header.data && <LedgerDealer header={header.data} />}
          <BigSearch
            key={JSON.stringify(list.filter)}
            given={query}
            shops={shops}
            find={(found) => list.set({ ...found, slug: undefined })}
          />
          {query.slug && (
            <QuietButton onClick={() => list.set({ slug: undefined })}>
              1点の品物の記載だけを表示しています。すべての記載に戻る
            </QuietButton>
          )}
        </>
      }
      lead={<Muted style={{ fontSize: 12 }}>閲覧と印刷は、日時とともに会社の記録に残ります。</Muted>}
      empty={
        <Empty title="条件に合う記載はありません">
          番号は半角・全角のどちらでも探せます。言葉を減らすか、年月日の範囲を広げてください。
        </Empty>
      }
    >
      {sheet}
    </RowsPage>
  )
}

type Found = Record<'q' | 'dateFrom' | 'dateTo' | 'shop', string | undefined>

type SearchProps = {
  given: { [Name in keyof Found]?: string | number | undefined }
  shops: readonly { id: number; name: string }[]
  find: (found: Found) => void
}

function BigSearch({ given, shops, find }: SearchProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const textOf = (name: keyof Found) => String(typed.get(name) ?? '').trim() || undefined
    find({ q: textOf('q'), dateFrom: textOf('dateFrom'), dateTo: textOf('dateTo'), shop: textOf('shop') })
  }
  const day = (name: 'dateFrom' | 'dateTo', label: string) => (
    <div>
      <label htmlFor={`${id}${name}`}>{label}</label>
      <input id={`${id}${name}`} type="date" name={name} defaultValue={given[name]} />
    </div>
  )
  return (
    <Search role="search" aria-label="古物台帳" onSubmit={submit}>
      <div className="words">
        <label htmlFor={id}>台帳の番号・相手方の氏名・品名・ブランド・型番・製造番号</label>
        <input
          id={id}
          type="text"
          name="q"
          defaultValue={given.q}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      {day('dateFrom', '年月日(から)')}
      {day('dateTo', '年月日(まで)')}
      {shops.length > 1 && (
        <div>
          <label htmlFor={`${id}shop`}>店舗</label>
          <select id={`${id}shop`} name="shop" defaultValue={given.shop ?? ''}>
            <option value="">すべて</option>
            {shops.map((shop) => (
              <option key={shop.id} value={shop.id}>
                {shop.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <NextButton type="submit">探す</NextButton>
    </Search>
  )
}

function RowCard({ row, onOpen }: { row: LedgerRow; onOpen: () => void }) {
  return (
    <Stack gap={4}>
      <b>
        {row.seq}番 {row.itemName}
      </b>
      <span>
        {row.occurredOn} {row.entryKind} {ledgerCell(row, 'price')} {ledgerCell(row, 'person.name')}
      </span>
      <Muted style={{ fontSize: 12 }}>{row.features}</Muted>
      <Row>
        <QuietButton onClick={onOpen}>{row.seq}番の内容を見る</QuietButton>
      </Row>
    </Stack>
  )
}
