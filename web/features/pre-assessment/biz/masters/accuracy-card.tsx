import { styled } from '@mui/material/styles'
import { FigureCard, FigureTable } from '#web/features/insight/shared/biz/figure-card.tsx'
import { itemsText, shareText } from '#web/features/insight/shared/biz/figure-texts.ts'
import { Rows } from '#web/features/insight/shared/biz/lazy-charts.tsx'

export interface Figures {
  n: number
  within: number
  below: number
  above: number
  medianErrorPermille: number | null
}

const errorText = (permille: number | null): string =>
  permille === null ? '—' : `${(permille / 10).toFixed(1)}%`

const Bar = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    '& > div': { display: 'flex', gap: 3, height: 32 },
    '& > div > span': {
      display: 'grid',
      placeItems: 'center',
      minWidth: 28,
      borderRadius: 4,
      fontSize: 12,
      fontWeight: 700,
      color: palette.font.main,
      background: palette.primary.lighter,
    },
    '& > div > .within': { color: palette.primary.contrastText, background: palette.primary.main },
    '& > p': {
      display: 'flex',
      justifyContent: 'space-between',
      marginTop: 4,
      fontSize: 12,
      color: palette.font.sub,
    },
  }
})

const heads = ['', '点数', '±15%以内', '下回った', '上回った', '差の中央値']

const cellsOf = ({ n, within, below, above, medianErrorPermille }: Figures) => [
  n,
  shareText(within, n),
  below,
  above,
  errorText(medianErrorPermille),
]

const words =
  'お伝えした幅の中か、その中心から±15%以内で買い取った品の割合です。下回った: 買取額がお伝えした金額より低かった品。キャンペーンの上乗せは除きます。'

/** Of everything, as one bar: below, within, above. */
export function AllCard({ figures }: { figures: Figures }) {
  const { n, within, below, above, medianErrorPermille } = figures
  const parts = [
    { key: 'below', count: below },
    { key: 'within', count: within },
    { key: 'above', count: above },
  ]
  return (
    <FigureCard
      title="全体"
      value={shareText(within, n)}
      note={`が ±15% 以内 ・ ${itemsText(n)} ・ 差の中央値 ${errorText(medianErrorPermille)}`}
      says={`${within}点が±15%以内、${below}点が下回り、${above}点が上回りました`}
      chart={
        <Bar>
          <div>
            {parts
              .filter(({ count }) => count > 0)
              .map(({ key, count }) => (
                <span key={key} className={key} style={{ flex: count }}>
                  {itemsText(count)}
                </span>
              ))}
          </div>
          <p>
            <span>{`下回った ${shareText(below, n)}`}</span>
            <span>{`上回った ${shareText(above, n)}`}</span>
          </p>
        </Bar>
      }
      table={
        <FigureTable
          label="全体の精度"
          heads={heads}
          rows={[{ key: 'all', cells: ['全体', ...cellsOf(figures)] }]}
        />
      }
      words={words}
    />
  )
}

type Row = Figures & { key: number | null; name: string }

/** With fewer a share says little, and no bar is drawn. */
const few = 5
const most = 12

/** Of one kind, the most frequent first. */
export function AccuracyCard({ title, rows }: { title: string; rows: readonly Row[] }) {
  const named = rows.map((row) => ({ ...row, name: row.name || '(なし)' }))
  const told = named.filter(({ n }) => n >= few)
  const worst = told.toSorted((one, other) => one.within / one.n - other.within / other.n)[0]
  return (
    <FigureCard
      title={`${title}ごと`}
      value={worst ? shareText(worst.within, worst.n) : '—'}
      note={
        worst ? `がいちばん低い ${worst.name} ・ ${itemsText(worst.n)}` : `${few}点以上のものがありません`
      }
      says={told.map((row) => `${row.name}は${row.n}点で${shareText(row.within, row.n)}`).join('、')}
      chart={
        <Rows
          whole={100}
          bars={named.slice(0, most).map((row) => ({
            label: row.name,
            value: row.n < few ? 0 : Math.round((row.within * 1000) / row.n) / 10,
            text:
              row.n < few
                ? `${itemsText(row.n)}のみ`
                : `${shareText(row.within, row.n)} ・ ${itemsText(row.n)}`,
          }))}
        />
      }
      none={named.length === 0 && 'この期間の品はありません。'}
      table={
        <FigureTable
          label={`${title}ごとの精度`}
          heads={[title, ...heads.slice(1)]}
          rows={named.map((row) => ({ key: String(row.key), cells: [row.name, ...cellsOf(row)] }))}
        />
      }
      words={named.length > most && `図は点数の多い${most}件です。すべては表にあります。`}
    />
  )
}
