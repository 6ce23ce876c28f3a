import { styled } from '@mui/material/styles'
import { issuedColumns, trackingColumns, trackingEventWords } from '#contract/tracking-event'
import { type ImportKind, mostTrackingRows } from '#contract/tracking-import'
import type { Carrier } from '#contract/tracking-number'

const Details = styled('details')(({ theme }) => ({
  fontSize: 13,
  lineHeight: 1.7,
  '& summary': {
    width: 'fit-content',
    padding: '6px 0',
    fontWeight: 700,
    color: theme.okuru.palette.primary.main,
    cursor: 'pointer',
  },
  '& dl': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '0 16px', margin: '2px 0 10px' },
  '& dt': { fontWeight: 700 },
  '& dd': { margin: '0 0 6px', wordBreak: 'auto-phrase' },
  '& pre': {
    margin: 0,
    padding: '8px 12px',
    fontSize: 12,
    lineHeight: 1.7,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    background: theme.okuru.palette.bg.sunken,
    borderRadius: theme.okuru.radius.field,
  },
  [theme.breakpoints.up('sm')]: { '& dl': { gridTemplateColumns: '7em minmax(0, 1fr)' } },
}))

const listed = (words: readonly string[]): string => words.map((word) => `「${word}」`).join('')

/** What a file of the carrier must look like: the columns by all their names, and an example. */
export const FileShape = ({ kind, carrier }: { kind: ImportKind; carrier: Carrier }) =>
  kind === 'events' ? <EventShape carrier={carrier} /> : <NumberShape carrier={carrier} />

const rules = `文字コードはShift_JISかUTF-8、2MB・${mostTrackingRows}行まで。1行目に列の名前が必要です。ほかの列はあってもかまいません。`

function NumberShape({ carrier }: { carrier: Carrier }) {
  const { reference, number } = issuedColumns[carrier]
  const example = [
    [reference[0], number[0]],
    ['R-10043', '1234-5678-9013'],
    ['P-10051-2', '1234-5678-9024'],
  ]
  return (
    <Details>
      <summary>ファイルの形と見本</summary>
      <dl>
        <dt>管理番号の列</dt>
        <dd>{`${listed(reference)}のどれか。「送り状データを作る」で保存したファイルの番号です。R-は返送、K-は段ボール、P-は集荷の箱です。`}</dd>
        <dt>番号の列</dt>
        <dd>{`${listed(number)}のどれか。ハイフンや全角の数字も読めます。`}</dd>
        <dt>記録すること</dt>
        <dd>
          返送には番号が入り、点数を数えて返送を済ませるとお客さまにお知らせします。段ボールは発送済みに、申込受付の集荷は手配済みになります。
        </dd>
        <dt>ファイル</dt>
        <dd>{rules}</dd>
      </dl>
      <pre>{example.map((row) => row.join(',')).join('\n')}</pre>
    </Details>
  )
}

function EventShape({ carrier }: { carrier: Carrier }) {
  const { number, event, at, date, time } = trackingColumns[carrier]
  const { picked_up, delivered, moving } = trackingEventWords
  const example = [
    [number[0], event[0], at[0]],
    ['1234-5678-9013', picked_up[1], '2026/11/24 15:30'],
    ['1234-5678-9013', delivered[0], '2026/11/25 10:05'],
  ]
  return (
    <Details>
      <summary>ファイルの形と見本</summary>
      <dl>
        <dt>番号の列</dt>
        <dd>{`${listed(number)}のどれか。ハイフンや全角の数字も読めます。`}</dd>
        <dt>状況の列</dt>
        <dd>{`${listed(event)}のどれか。`}</dd>
        <dt>日時の列</dt>
        <dd>{`${listed(at)}のどれか。日付${listed(date)}と時刻${listed(time)}に分かれていてもかまいません。年からはじまる日時にしてください。`}</dd>
        <dt>記録する状況</dt>
        <dd>{`${listed(picked_up)}は集荷の日、${listed(delivered)}は配達完了の日になります。${listed(moving)}は、申し込みを「輸送中」にします。`}</dd>
        <dt>ファイル</dt>
        <dd>{rules}</dd>
      </dl>
      <pre>{example.map((row) => row.join(',')).join('\n')}</pre>
    </Details>
  )
}
