import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { labelOf, salesChannel } from '#contract/codes'
import { saleSourceLabel } from '#contract/sale'
import { monthDay } from '#web/lib/dates.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { rateText, type Sale } from './sale-words.ts'

/** At most two lines, because a long reason would stretch the table. The title has the whole text. */
const Reason = styled('span')({
  display: '-webkit-box',
  minWidth: 150,
  maxWidth: 200,
  overflow: 'hidden',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
})

export const saleColumns = (onReturn: (row: Sale) => void): readonly Column<Sale>[] => [
  {
    key: 'sold_on',
    header: '販売日',
    sortBy: 'sold_on',
    card: 'title',
    cell: ({ soldOn }) => monthDay(soldOn),
  },
  {
    key: 'code',
    header: '番号',
    card: 'title',
    cell: ({ request, seq, slug }) => (
      <Link to="/biz/bench/$id" params={{ id: String(request) }} search={{ item: slug }}>
        {request}-{seq}
      </Link>
    ),
  },
  { key: 'brand', header: 'ブランド', card: 'title', cell: ({ brandName }) => brandName || '—' },
  {
    key: 'name',
    header: '商品',
    card: 'title',
    cell: ({ name, categoryName }) => name || categoryName || '—',
  },
  { key: 'channel', header: '販路', cell: (row) => labelOf(salesChannel, row.salesChannel) },
  {
    key: 'state',
    header: '状況',
    card: 'chip',
    cell: ({ isReturned, isMistake }) =>
      isReturned ? (
        <StatusChip tone="gray">{isMistake ? '記録の誤り' : '返品'}</StatusChip>
      ) : (
        <StatusChip tone="ok">販売済み</StatusChip>
      ),
  },
  {
    key: 'back',
    header: '返品',
    card: 'chip',
    cell: (row) =>
      row.isReturned ? (
        <Reason title={row.returnReason}>
          {monthDay(row.returnedOn)} {row.returnReason}
        </Reason>
      ) : (
        <QuietButton size="small" aria-label="返品を記録する" onClick={() => onReturn(row)}>
          返品
        </QuietButton>
      ),
  },
  {
    key: 'cost',
    header: '買取額',
    align: 'end',
    cell: ({ cost }) => <Yen amount={cost} />,
  },
  {
    key: 'profit',
    header: '利益',
    align: 'end',
    cell: ({ isReturned, profit, price }) =>
      isReturned ? (
        '—'
      ) : (
        <>
          <Yen amount={profit} /> <small>{rateText(profit, price)}</small>
        </>
      ),
  },
  {
    key: 'price',
    header: '販売額',
    align: 'money',
    sortBy: 'price',
    cell: ({ price }) => <Yen amount={price} />,
  },
  { key: 'days', header: '売れるまで', align: 'end', cell: ({ daysToSell }) => `${daysToSell}日` },
  { key: 'order', header: '注文番号', cell: ({ orderNumber }) => orderNumber || '—' },
  {
    key: 'ledger',
    header: '古物台帳',
    cell: ({ ledgerSeq, slug }) =>
      ledgerSeq === null ? (
        '—'
      ) : (
        <Link to="/biz/ledger" search={{ slug }}>
          {ledgerSeq}番
        </Link>
      ),
  },
  {
    key: 'source',
    header: '記録',
    extra: true,
    cell: ({ source, recordedBy }) =>
      [labelOf(saleSourceLabel, source), recordedBy].filter(Boolean).join(' ・ '),
  },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
]
