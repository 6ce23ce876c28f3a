import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatYen } from '#contract/text'
import type { Draft } from '#web/lib/draft.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Table, TableFrame } from '#web/ui/data-table-style.ts'
import { TextField } from '#web/ui/field.tsx'
import { ErrorText, Input } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { enterField, isComposing } from '#web/ui/keyboard.ts'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { useLocalPages } from '#web/ui/use-local-pages.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { LineFacts, LineRecord, LineResult, type OnReturn, ResultChip } from './payout-lines-table.tsx'
import { StickyFoot } from './payout-parts.tsx'
import {
  bounceReasons,
  type Decisions,
  decide,
  findLines,
  openDecisions,
  restPaid,
  resultsOf,
  tally,
  undecide,
  withoutReason,
} from './payout-results.rules.ts'
import type { Batch, Line } from './payout-types.ts'
import type { PayoutMoves } from './use-payout-moves.ts'

const REASONS = 'payout-bounce-reasons'

const Bar = styled(StickyFoot)(({ theme }) => ({
  margin: '12px -16px -12px',
  padding: '10px 16px',
  borderRadius: `0 0 ${theme.okuru.radius.card}px ${theme.okuru.radius.card}px`,
}))

type Props = { batch: Batch; moves: PayoutMoves; draft: Draft<Decisions>; onReturn: OnReturn }

export function PayoutResults({ batch, moves, draft, onReturn }: Props) {
  const confirm = useConfirm()
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const Lines = isPhone ? ResultCards : ResultTable
  const decisions = openDecisions(batch.lines, draft.value)
  const now = tally(
    batch.lines.filter(({ result }) => result === 'pending'),
    decisions,
  )
  const found = findLines(batch.lines, words)
  const { shown, showRow, pagination } = useLocalPages(found)
  const decided = now.paid.count + now.bounced.count

  const change = (next: Decisions) => {
    setProblem(undefined)
    draft.setValue(next)
  }
  const markAll = () => change(restPaid(batch.lines, decisions))
  useShortcuts([{ code: 'KeyA', label: '残りをすべて振込済にする', run: markAll }])

  const focusReason = (line: number) => {
    setWords('')
    showRow(batch.lines.findIndex(({ id }) => id === line))
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-reason="${line}"]`)?.focus())
  }
  const record = async () => {
    const silent = withoutReason(decisions)[0]
    if (decided === 0) return setProblem('結果を1件以上入力してください。')
    if (silent !== undefined) {
      setProblem('組戻しの行には理由を入力してください。')
      return focusReason(silent)
    }
    const sure = await confirm({
      title: `${decided}件の結果を記録します`,
      body: (
        <p>
          振込済 {now.paid.count}件 {formatYen(now.paid.amount)}、組戻し {now.bounced.count}件{' '}
          {formatYen(now.bounced.amount)}
          です。記録するとお客さまにお知らせが届きます。振込済のあとに資金返却があったときだけ、あとから記録できます。
          {now.open.count > 0 && `残りの${now.open.count}件は、続けて入力できます。`}
        </p>
      ),
      confirm: '記録する',
    })
    if (sure && (await moves.record(resultsOf(decisions)))) draft.clear()
  }
  return (
    <Card>
      <Stack gap={12}>
        <Row style={{ justifyContent: 'space-between', alignItems: 'end' }}>
          <div style={{ flex: '0 1 280px' }}>
            <TextField
              label="行を探す"
              placeholder="お客さま・口座名義・振込番号"
              type="search"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
          <QuietButton onClick={markAll} endIcon={isPhone ? undefined : <Kbd>A</Kbd>}>
            残りをすべて振込済にする
          </QuietButton>
        </Row>
        <Muted style={{ fontSize: 12 }}>
          {!isPhone && (
            <>
              行を選んで <Kbd>P</Kbd> 振込済 <Kbd>B</Kbd> 組戻し <Kbd>Backspace</Kbd> 未入力に戻す{' '}
              <Kbd>↑</Kbd>
              <Kbd>↓</Kbd> 行の移動。
            </>
          )}
          組戻しの理由は、お客さまにもそのまま表示されます。
        </Muted>
        <div ref={list}>
          <Lines
            rows={shown}
            lines={batch.lines}
            decisions={decisions}
            onChange={change}
            onReturn={onReturn}
          />
        </div>
        <datalist id={REASONS}>
          {bounceReasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
        {pagination}
        {(problem || moves.failure?.step === 'record_results') && (
          <ErrorText role="alert">{problem ?? sentenceFor(moves.failure?.error)}</ErrorText>
        )}
      </Stack>
      <Bar>
        <span aria-live="polite">
          振込済 <b>{now.paid.count}件</b> {formatYen(now.paid.amount)} ・ 組戻し <b>{now.bounced.count}件</b>{' '}
          {formatYen(now.bounced.amount)} ・ 未入力 <b>{now.open.count}件</b> {formatYen(now.open.amount)}
        </span>
        <NextButton onClick={() => void record()} pending={moves.busy === 'record_results'}>
          {decided > 0 ? `${decided}件の結果を記録する` : '結果を記録する'}
        </NextButton>
      </Bar>
    </Card>
  )
}

type TableProps = {
  rows: readonly Line[]
  lines: readonly Line[]
  decisions: Decisions
  onChange: (decisions: Decisions) => void
  onReturn: OnReturn
}

/** For a phone, where the rows are cards. */
function ResultCards({ rows, lines, decisions, onChange, onReturn }: TableProps) {
  const columns: readonly Column<Line>[] = [
    { key: 'line', card: 'lead', header: '行', cell: (line) => lines.indexOf(line) + 1 },
    { key: 'customer', card: 'title', header: 'お客さま', cell: ({ customerName }) => customerName },
    { key: 'amount', header: '金額', align: 'money', cell: ({ amount }) => <Yen amount={amount} /> },
    { key: 'bank', card: 'text', header: '振込先', cell: (line) => <LineFacts line={line} /> },
    {
      key: 'result',
      card: 'text',
      header: '結果',
      cell: (line) =>
        line.result === 'pending' ? (
          <Stack gap={8}>
            <Choice line={line} decisions={decisions} onChange={onChange} />
            <Reason line={line} decisions={decisions} onChange={onChange} />
          </Stack>
        ) : (
          <LineResult line={line} onReturn={onReturn} />
        ),
    },
  ]
  return <DataTable label="行ごとの結果" columns={columns} rows={rows} rowKey={({ id }) => id} />
}

function ResultTable({ rows, lines, decisions, onChange, onReturn }: TableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [at, setAt] = useState<number>()
  const entry = rows.some(({ id }) => id === at) ? at : rows[0]?.id
  const goTo = (index: number) => body.current?.rows[Math.max(0, Math.min(rows.length - 1, index))]?.focus()
  const here = () => ([...(body.current?.rows ?? [])] as (Element | null)[]).indexOf(document.activeElement)
  /** Acts on the focused row, unless its result is recorded. */
  const decideHere = (act: (line: Line, index: number) => void) => () => {
    const index = here()
    const line = rows[index]
    if (line?.result === 'pending') act(line, index)
  }
  const pay = decideHere((line, index) => {
    onChange(decide(decisions, line.id, 'paid'))
    goTo(index + 1)
  })
  const bounce = decideHere((line) => {
    flushSync(() => onChange(decide(decisions, line.id, 'bounced')))
    enterField(body.current?.querySelector<HTMLElement>(`[data-reason="${line.id}"]`))
  })
  const when = () => here() >= 0
  const step = (by: number) => () => goTo(here() + by)
  useShortcuts([
    { code: 'KeyJ', label: '次の行', repeats: true, when, run: step(1) },
    { code: 'ArrowDown', label: '次の行', repeats: true, when, run: step(1) },
    { code: 'KeyK', label: '前の行', repeats: true, when, run: step(-1) },
    { code: 'ArrowUp', label: '前の行', repeats: true, when, run: step(-1) },
    { code: 'KeyP', label: '振込済', when, run: pay },
    { code: 'KeyB', label: '組戻し', when, run: bounce },
    {
      code: 'Backspace',
      label: '未入力に戻す',
      when,
      run: decideHere((line) => onChange(undecide(decisions, line.id))),
    },
  ])
  return (
    <TableFrame>
      <Table>
        <caption>
          <VisuallyHidden>行ごとの結果</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">お客さま</th>
            <th scope="col">口座名義</th>
            <th scope="col" className="end">
              金額
            </th>
            <th scope="col" style={{ width: 190 }}>
              結果
            </th>
            <th scope="col">理由</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((line, index) => (
            <tr key={line.id} tabIndex={line.id === entry ? 0 : -1} onFocus={() => setAt(line.id)}>
              <td>{lines.indexOf(line) + 1}</td>
              <td>{line.customerName}</td>
              <td>{line.accountHolderKana}</td>
              <td className="end">
                <Yen amount={line.amount} />
              </td>
              <ResultCells
                line={line}
                decisions={decisions}
                onChange={onChange}
                onReturn={onReturn}
                onDone={() => goTo(index + 1)}
              />
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

type CellProps = Pick<TableProps, 'decisions' | 'onChange'> & { line: Line }
type ReasonProps = CellProps & { onDone?: () => void }

const Choice = ({ line, decisions, onChange }: CellProps) => (
  <Segmented
    legend={`${line.customerName}様への振込の結果`}
    segments={[
      { value: 'paid', label: '振込済' },
      { value: 'bounced', label: '組戻し' },
    ]}
    value={decisions[line.id]?.result}
    onChange={(result) => onChange(decide(decisions, line.id, result))}
  />
)

function Reason({ line, decisions, onChange, onDone }: ReasonProps) {
  const decision = decisions[line.id]
  if (decision?.result !== 'bounced') return null
  return (
    <Input
      style={{ minWidth: 220 }}
      aria-label={`${line.customerName}様の組戻しの理由`}
      data-reason={line.id}
      list={REASONS}
      maxLength={200}
      placeholder="例 口座番号が違います"
      value={decision.reason}
      onChange={({ target }) =>
        onChange({ ...decisions, [line.id]: { result: 'bounced', reason: target.value } })
      }
      onKeyDown={(event) => {
        if (event.code !== 'Enter' || isComposing(event.nativeEvent)) return
        event.preventDefault()
        onDone?.()
      }}
    />
  )
}

function ResultCells(props: ReasonProps & { onReturn: OnReturn }) {
  const { line, onReturn } = props
  if (line.result !== 'pending')
    return (
      <>
        <td>
          <ResultChip result={line.result} />
        </td>
        <td>
          <LineRecord line={line} onReturn={onReturn} />
        </td>
      </>
    )
  return (
    <>
      <td>
        <div style={{ minWidth: 166 }}>
          <Choice {...props} />
        </div>
      </td>
      <td>
        <Reason {...props} />
      </td>
    </>
  )
}
