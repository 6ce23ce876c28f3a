import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { ChartsContainer } from '@mui/x-charts/ChartsContainer'
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine'
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis'
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis'
import { useXScale, useYScale } from '@mui/x-charts/hooks'
import { ScatterPlot } from '@mui/x-charts/ScatterChart'
import { useIsPhone } from '#web/ui/use-is-phone.ts'

// Without animation: figures are read, not watched. The table beside each chart says the same to everybody.

const still = { skipAnimation: true, disableKeyboardNavigation: true, hideLegend: true } as const
const axisText = { tickLabelStyle: { fontSize: 11 }, disableLine: true, disableTicks: true } as const
const ROW = 26
/** The least room for the text at the end of the longest bar, which would be cut off outside of the axis. */
const LABELS = 1.7
/** Width of a digit at a bar, in pixels. */
const LETTER = 6.5

export interface Bar {
  label: string
  value: number
  /** Written at the bar. */
  text: string
}

function useColors() {
  const { palette } = useTheme().okuru
  return {
    strong: palette.primary.main,
    soft: palette.primary.light,
    line: palette.border.strong,
    late: palette.error.main,
    ink: palette.font.main,
  }
}

/** Upright bars, in the order of days or bands; with their values while there is room for these. */
export function Columns({ bars, isMarked }: { bars: readonly Bar[]; isMarked?: (index: number) => boolean }) {
  const { strong, soft } = useColors()
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const room = useIsPhone() ? 300 : 560
  const hasRoom = bars.length * Math.max(...bars.map(({ text }) => text.length)) * LETTER <= room
  // Labels of many days would run into each other.
  const step = Math.ceil(bars.length / 7)
  const colors = bars.map((_, index) => ((isMarked ?? (() => true))(index) ? strong : soft))
  return (
    <BarChart
      {...still}
      height={190}
      margin={{ left: 4, right: 4, top: 0, bottom: 0 }}
      xAxis={[
        {
          ...axisText,
          id: 'bars',
          scaleType: 'band',
          data: bars.map((_, index) => index),
          valueFormatter: (index: number) => bars[index]?.label ?? '',
          tickLabelInterval: (_: number, index: number) => index % step === Math.floor(step / 2),
          colorMap: { type: 'ordinal', values: bars.map((_, index) => index), colors },
        },
      ]}
      yAxis={[{ position: 'none', min: 0, max: most * 1.15, domainLimit: 'strict' }]}
      series={[
        {
          data: bars.map(({ value }) => value),
          valueFormatter: (_, { dataIndex }) => bars[dataIndex]?.text ?? '',
          ...(hasRoom && {
            barLabel: ({ dataIndex }) => bars[dataIndex]?.text ?? '',
            barLabelPlacement: 'outside' as const,
          }),
        },
      ]}
      sx={{ '& .MuiBarLabel-root': { fontSize: 11 } }}
    />
  )
}

/** Length of the axis as a multiple of the longest bar, so that the text at its end is not cut off. */
export function roomFor(bars: readonly Bar[], width: number): number {
  const text = Math.max(0, ...bars.map((bar) => bar.text.length)) * (LETTER + 1)
  return Math.max(LABELS, width / Math.max(width - text, width / 5))
}

type RowsProps = {
  bars: readonly Bar[]
  names?: number
  /** The value of a bar of full length; by default the greatest value. */
  whole?: number
}

/** Lying bars with their names, the first on top. */
export function Rows({
  bars,
  names = 128,
  whole = Math.max(1, ...bars.map(({ value }) => value)),
}: RowsProps) {
  const { strong } = useColors()
  const room = roomFor(bars, (useIsPhone() ? 300 : 480) - names)
  return (
    <BarChart
      {...still}
      layout="horizontal"
      height={bars.length * ROW + 8}
      margin={{ left: 0, right: 0, top: 4, bottom: 4 }}
      yAxis={[
        {
          ...axisText,
          scaleType: 'band',
          width: names,
          // By place: two rows may have the same name.
          data: bars.map((_, index) => index),
          valueFormatter: (index: number) => bars[index]?.label ?? '',
        },
      ]}
      xAxis={[{ position: 'none', min: 0, max: whole * room, domainLimit: 'strict' }]}
      series={[
        {
          color: strong,
          data: bars.map(({ value }) => value),
          valueFormatter: (_, { dataIndex }) => bars[dataIndex]?.text ?? '',
          barLabel: ({ dataIndex }) => bars[dataIndex]?.text ?? '',
          barLabelPlacement: 'outside',
        },
      ]}
      sx={{ '& .MuiBarLabel-root': { fontSize: 11, textAnchor: 'start' } }}
    />
  )
}

export interface HalfAndMost {
  label: string
  half: number
  most: number
  halfText: string
  mostText: string
}

/** Half of the boxes dark, nine in ten light. */
export function Spans({ spans }: { spans: readonly HalfAndMost[] }) {
  const { strong, soft } = useColors()
  const most = Math.max(0.1, ...spans.map((span) => span.most))
  const names = spans.map(({ label }) => label)
  return (
    <BarChart
      {...still}
      layout="horizontal"
      height={spans.length * ROW + 8}
      margin={{ left: 0, right: 0, top: 4, bottom: 4 }}
      yAxis={[{ ...axisText, scaleType: 'band', width: 112, data: names }]}
      xAxis={[{ position: 'none', min: 0, max: most * 2.1, domainLimit: 'strict' }]}
      series={[
        {
          label: '半分の箱',
          color: strong,
          stack: 'time',
          data: spans.map(({ half }) => half),
          valueFormatter: (_, { dataIndex }) => spans[dataIndex]?.halfText ?? '',
        },
        {
          label: '9割の箱',
          color: soft,
          stack: 'time',
          data: spans.map(({ half, most }) => Math.max(0, most - half)),
          valueFormatter: (_, { dataIndex }) => spans[dataIndex]?.mostText ?? '',
          barLabel: ({ dataIndex }) => `${spans[dataIndex]?.halfText} / ${spans[dataIndex]?.mostText}`,
          barLabelPlacement: 'outside',
        },
      ]}
      sx={{ '& .MuiBarLabel-root': { fontSize: 11, textAnchor: 'start' } }}
    />
  )
}

export interface MiddleHalf {
  label: string
  q1: number
  median: number
  q3: number
  /** Written beside it. */
  text: string
  isFar: boolean
}

function Halves({ halves }: { halves: readonly MiddleHalf[] }) {
  const { soft, ink, late } = useColors()
  const x = useXScale<'linear'>()
  const y = useYScale<'band'>()
  return (
    <g>
      {halves.map(({ q1, q3, text, isFar }, index) => {
        const middle = (y(index) ?? 0) + y.bandwidth() / 2
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name of its own
          <g key={index}>
            <path
              d={`M${x(q1)} ${middle}H${x(q3)}`}
              stroke={soft}
              strokeOpacity={0.55}
              strokeWidth={7}
              strokeLinecap="round"
            />
            <text
              x={(x.range()[1] ?? 0) + VALUES}
              y={middle}
              textAnchor="end"
              dominantBaseline="central"
              fontSize={12}
              fontWeight={700}
              fill={isFar ? late : ink}
            >
              {text}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** Room for the values beside the bars. */
const VALUES = 58

/** Medians as dots on their middle half, around what is usual. */
export function Spread({ halves }: { halves: readonly MiddleHalf[] }) {
  const { strong, line } = useColors()
  const far = Math.max(5, ...halves.flatMap(({ q1, q3 }) => [Math.abs(q1), Math.abs(q3)])) * 1.08
  return (
    <ChartsContainer
      skipAnimation
      disableKeyboardNavigation
      height={halves.length * ROW + 44}
      margin={{ left: 0, right: VALUES, top: 8, bottom: 0 }}
      xAxis={[
        {
          id: 'deviation',
          min: -far,
          max: far,
          tickNumber: 5,
          valueFormatter: (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}%`,
        },
      ]}
      yAxis={[
        {
          ...axisText,
          id: 'names',
          scaleType: 'band',
          width: 112,
          data: halves.map((_, index) => index),
          valueFormatter: (index: number) => halves[index]?.label ?? '',
        },
      ]}
      series={[
        {
          type: 'scatter',
          color: strong,
          markerSize: 6,
          data: halves.map(({ median }, index) => ({ id: index, x: median, y: index })),
        },
      ]}
    >
      <ChartsReferenceLine x={0} lineStyle={{ stroke: line }} />
      <Halves halves={halves} />
      <ScatterPlot />
      <ChartsXAxis axisId="deviation" {...axisText} />
      <ChartsYAxis axisId="names" />
    </ChartsContainer>
  )
}
