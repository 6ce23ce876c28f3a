import { styled } from '@mui/material/styles'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { FailedPart } from '#web/ui/query-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Bone, Lines } from '#web/ui/skeletons.tsx'

const Frame = styled(Card)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  minWidth: 0,
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
  '& h2': { fontSize: 13, fontWeight: 700, lineHeight: 1.5 },
  '& .told': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 10px', lineHeight: 1.35 },
  '& .told > b': { fontSize: 24, fontVariantNumeric: 'tabular-nums' },
  '& .told > span': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& .chart': { minWidth: 0 },
  '& .none': {
    display: 'grid',
    placeItems: 'center',
    minHeight: 112,
    fontSize: 13,
    textAlign: 'center',
    color: theme.okuru.palette.font.sub,
  },
  '& .table': { overflowX: 'auto', margin: '0 -6px' },
  '& > footer': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 12px',
    marginTop: 'auto',
    '& a': { fontSize: 13, fontWeight: 600 },
  },
  '& .words': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '@media print': {
    breakInside: 'avoid',
    '& .chart, & fieldset, & > footer': { display: 'none' },
    '& .table[hidden]': { display: 'block' },
  },
}))

const Place = styled('div')({
  display: 'grid',
  minWidth: 0,
  '&[data-old="true"]': { opacity: 0.55 },
})

type State<T> = ComponentProps<typeof FailedPart>['state'] & {
  data: T | undefined
  isPlaceholderData: boolean
}

/** A card before its figure is known, or where it cannot be read; the figure of other days is dimmed until the next. */
export function FigureRead<T>({
  title,
  state,
  children,
}: {
  title: string
  state: State<T>
  children: (data: T, title: string) => ReactNode
}) {
  if (state.data !== undefined)
    return (
      <Place aria-busy={state.isPlaceholderData} data-old={state.isPlaceholderData}>
        {children(state.data, title)}
      </Place>
    )
  return (
    <Frame aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      {state.error ? <FailedPart state={state} /> : <Loading skeleton={<Lines count={6} />} />}
    </Frame>
  )
}

const views = [
  { value: 'chart', label: '図' },
  { value: 'table', label: '表' },
] as const
type View = (typeof views)[number]['value']

type Props = {
  title: string
  /** The figure, and what it is of. */
  value: ReactNode
  note: ReactNode
  chart: ReactNode
  /** What the chart shows, in a sentence. */
  says: string
  table: ReactNode
  /** The lists of the rows counted. */
  links?: ReactNode
  words?: ReactNode
  /** Shown in place of the chart when there is nothing to draw. */
  none?: string | false
  /** The button that saves its rows. */
  file?: ReactNode
  first?: View
}

/** A figure with its number of rows, as a chart or a table, and the way to its rows. */
export function FigureCard({ title, value, note, chart, says, table, links, words, none, ...props }: Props) {
  const { file, first = 'chart' } = props
  const [view, setView] = useState<View>(first)
  return (
    <Frame aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Segmented legend={`${title}の見せ方`} segments={views} value={view} onChange={setView} />
      </header>
      <p className="told">
        <b>{value}</b>
        <span>{note}</span>
      </p>
      {view === 'chart' && (
        <div className="chart" {...(!none && { role: 'img', 'aria-label': `${title}の図。${says}` })}>
          {none ? (
            <p className="none">{none}</p>
          ) : (
            <Suspense fallback={<Bone style={{ height: 160, borderRadius: 8 }} />}>{chart}</Suspense>
          )}
        </div>
      )}
      <div className="table" hidden={view !== 'table'}>
        {table}
      </div>
      {words && <p className="words">{words}</p>}
      {(links || file) && (
        <footer>
          <span>{links}</span>
          {file}
        </footer>
      )}
    </Frame>
  )
}

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  fontSize: 13,
  '& th, & td': { padding: '4px 6px', textAlign: 'right', whiteSpace: 'nowrap' },
  '& thead th:first-of-type, & tbody th': { textAlign: 'left' },
  '& tbody th': { fontWeight: 400, whiteSpace: 'normal' },
  '& thead th': { fontSize: 11, color: theme.okuru.palette.font.sub },
  '& tbody tr': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& tr[data-sum] > *': { fontWeight: 700 },
}))

export type Cells = { key: string | number; cells: readonly ReactNode[]; isSum?: boolean }

/** The first cell of a row names it. */
export function FigureTable({
  label,
  heads,
  rows,
}: {
  label: string
  heads: readonly string[]
  rows: readonly Cells[]
}) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <th scope="row" colSpan={heads.length}>
              この期間の行はありません
            </th>
          </tr>
        )}
        {rows.map(({ key, cells: [name, ...others], isSum }) => (
          <tr key={key} data-sum={isSum ? '' : undefined}>
            <th scope="row">{name}</th>
            {others.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
