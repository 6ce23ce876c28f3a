import { styled } from '@mui/material/styles'
import { type FormEvent, useId, useState } from 'react'
import { useStaff } from '#web/lib/staff.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { controlStyle } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Muted } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { LedgerDealer } from './ledger-dealer.tsx'
import { LedgerDetail } from './ledger-detail.tsx'
import { useLedgerList } from './use-ledger-list.ts'

const Search = styled('form')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 12,
  maxWidth: 860,
  '& .words': { flex: '1 1 100%' },
  '& label': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
  '& .words label': { fontSize: 13, fontWeight: 700, color: 'inherit' },
  '& select': { ...controlStyle(theme), width: 'auto', minHeight: 40, padding: '4px 12px' },
  '& .words input': {
    ...controlStyle(theme),
    width: '100%',
    minHeight: 52,
    padding: '8px 16px',
    fontSize: 20,
  },
  '& .day': { width: 180 },
}))

/** For police who inspect the ledger at the office: one large field, and the ledger on paper. */
export default function InspectionPage() {
  const { list, header, columns, selected, sheet, print, gathering } = useLedgerList()
  const shops = useStaff()?.company.shops ?? []
  const { query } = list
  return (
    <RowsPage
      title="古物台帳の閲覧"
      label="古物台帳"
      columns={columns}
      list={list}
      rowKey={({ seq }) => seq}
      selected={list.open}
      onSelect={list.setOpen}
      detail={
        selected &&
        header && (
          <LedgerDetail
            key={selected.seq}
            row={selected}
            header={header}
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
          {header && <LedgerDealer header={header} />}
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
  const [from, setFrom] = useState(String(given.dateFrom ?? ''))
  const [to, setTo] = useState(String(given.dateTo ?? ''))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const textOf = (name: keyof Found) => String(typed.get(name) ?? '').trim() || undefined
    find({ q: textOf('q'), shop: textOf('shop'), dateFrom: from || undefined, dateTo: to || undefined })
  }
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
      <div className="day">
        <DatePicker label="年月日(から)" value={from} onChange={setFrom} />
      </div>
      <div className="day">
        <DatePicker label="年月日(まで)" value={to} onChange={setTo} />
      </div>
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
