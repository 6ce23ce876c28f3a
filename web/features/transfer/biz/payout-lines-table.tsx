import { payoutLineResultLabel, payoutLineResultTone } from '#contract/codes'
import { formatDateTimeJa } from '#contract/day'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Muted } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useLocalPages } from '#web/ui/use-local-pages.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { Line } from './payout-types.ts'

const accountTypes: Readonly<Record<number, string>> = { 1: '普通', 2: '当座', 4: '貯蓄', 9: 'その他' }

export const ResultChip = ({ result }: { result: Line['result'] }) => (
  <StatusChip tone={payoutLineResultTone[result]}>{payoutLineResultLabel[result]}</StatusChip>
)

const bankText = (
  line: Pick<Line, 'bankName' | 'branchName' | 'accountType' | 'accountNumberMasked'>,
): string =>
  `${line.bankName} ${line.branchName} ${accountTypes[line.accountType] ?? ''} ${line.accountNumberMasked}`

export const LineFacts = ({ line }: { line: Line }) => (
  <span>
    {bankText(line)}
    <Muted style={{ display: 'block', fontSize: 12 }}>
      {line.accountHolderKana}(本人確認: {line.verifiedNameKana || '未確認'})
    </Muted>
  </span>
)

/** Undefined for users who may not record a return. */
export type OnReturn = ((line: Line) => void) | undefined

const Recorded = ({ line }: { line: Line }) => (
  <>
    {line.recordedAt && (
      <Muted>
        {line.returnedAt && '振込済 '}
        {line.recordedBy} {formatDateTimeJa(line.recordedAt)}
      </Muted>
    )}
    {line.returnedAt && (
      <Muted>
        {' '}
        資金返却 {line.returnedBy} {formatDateTimeJa(line.returnedAt)}
      </Muted>
    )}
  </>
)

export const LineRecord = ({ line, onReturn }: { line: Line; onReturn: OnReturn }) => (
  <div style={{ minWidth: 150, fontSize: 12 }}>
    {line.bounceReason && <div style={{ fontSize: 13 }}>{line.bounceReason}</div>}
    <Recorded line={line} />
    {onReturn && line.result === 'paid' && (
      <div>
        <TextButton
          onClick={() => onReturn(line)}
          aria-label={`${line.customerName}様への振込の資金返却を記録する`}
        >
          資金返却を記録する
        </TextButton>
      </div>
    )}
  </div>
)

export const LineResult = ({ line, onReturn }: { line: Line; onReturn: OnReturn }) => (
  <div>
    <ResultChip result={line.result} />
    <LineRecord line={line} onReturn={onReturn} />
  </div>
)

const columnsOf = (
  lines: readonly Line[],
  withResult: boolean,
  onReturn: OnReturn,
): readonly Column<Line>[] => [
  { key: 'line', card: 'lead', header: '行', cell: (line) => lines.indexOf(line) + 1 },
  { key: 'transfer', header: '振込番号', cell: ({ transfer }) => transfer },
  { key: 'customer', card: 'title', header: 'お客さま', cell: ({ customerName }) => customerName },
  {
    key: 'bank',
    card: 'text',
    header: '振込先・口座名義(本人確認のお名前)',
    wrap: true,
    cell: (line) => (
      <div style={{ minWidth: 240 }}>
        <LineFacts line={line} />
      </div>
    ),
  },
  { key: 'amount', header: '金額', cell: ({ amount }) => <Yen amount={amount} />, align: 'money' },
  ...(withResult
    ? [
        {
          key: 'result',
          card: 'chip' as const,
          header: '結果',
          cell: ({ result }: Line) => <ResultChip result={result} />,
        },
        {
          key: 'reason',
          card: 'text' as const,
          header: '理由・記録',
          wrap: true,
          cell: (line: Line) => <LineRecord line={line} onReturn={onReturn} />,
        },
      ]
    : []),
]

export function PayoutLines(props: { lines: readonly Line[]; withResult: boolean; onReturn: OnReturn }) {
  const { lines, withResult, onReturn } = props
  const { shown, pagination } = useLocalPages(lines)
  return (
    <>
      <DataTable
        label="振込データの明細"
        columns={columnsOf(lines, withResult, onReturn)}
        rows={shown}
        rowKey={({ id }) => id}
      />
      {pagination}
    </>
  )
}
