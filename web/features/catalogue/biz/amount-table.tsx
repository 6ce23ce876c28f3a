import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { buyingAmountCalls } from '#contract/buying-amount'
import { type Grade, grades } from '#contract/codes'
import { formatYen, parseYenInput } from '#contract/text'
import { gradeText } from '#web/features/purchase-request/shared/biz/statuses.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { Table, TableFrame, ThinBar } from '#web/ui/data-table-style.ts'
import { isComposing } from '#web/ui/keyboard.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { type AmountLine, keyOfLine } from './amount-line.ts'

const Amounts = styled(Table)(({ theme }) => ({
  '& th[scope="row"]': {
    position: 'sticky',
    left: 0,
    zIndex: 2,
    height: 'auto',
    padding: '4px 12px',
    fontSize: 13,
    color: theme.okuru.palette.font.main,
    background: theme.okuru.palette.bg.paper,
    borderRight: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& th[scope="row"] small': {
    display: 'block',
    fontSize: 11,
    fontWeight: 400,
    color: theme.okuru.palette.font.sub,
  },
  '& abbr': { textDecoration: 'none' },
  '& td': { padding: 1 },
  '& td.band, & th.band': { borderLeft: `1px solid ${theme.okuru.palette.border.main}` },
  '& thead th': { textAlign: 'right', padding: '0 5px' },
  '& thead th:first-of-type': { textAlign: 'left', padding: '0 12px' },
  '& input': {
    width: 66,
    height: 32,
    padding: '0 3px',
    font: 'inherit',
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'right',
    color: 'inherit',
    background: 'transparent',
    border: '1px solid transparent',
    borderRadius: 6,
  },
  '& input:hover': { borderColor: theme.okuru.palette.border.medium },
  '& input:focus-visible': { outlineOffset: -1, background: theme.okuru.palette.bg.paper },
  '& input[aria-invalid="true"]': { borderColor: theme.okuru.palette.error.main },
  '& input[aria-busy="true"]': { opacity: 0.6 },
}))

export const cellId = (line: string, grade: Grade): string => `amount-${line}-${grade}`

/** Fifteen columns have no room for the words. */
const shortGrade = (grade: Grade): string => grade.replace('_', '')

const shown = (amount: number | null): string => (amount === null ? '' : amount.toLocaleString('ja-JP'))

type Props = { rows: readonly AmountLine[] | undefined; loading: boolean; empty: ReactNode }

/** The amounts of a brand and category side by side. Enter and the arrow keys move as in a spreadsheet. */
export function AmountTable({ rows, loading, empty }: Props) {
  const [problem, setProblem] = useState<string>()
  if (!rows)
    return (
      <TableFrame>
        <Loading skeleton={<TableSkeleton />} />
      </TableFrame>
    )
  if (rows.length === 0) return empty
  return (
    <>
      <ProblemNotice>{problem}</ProblemNotice>
      <TableFrame aria-busy={loading || undefined}>
        {loading && <ThinBar role="progressbar" aria-label="更新中" />}
        <Amounts>
          <caption>
            <VisuallyHidden>ブランドとカテゴリごとの買取基準額(円)</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">ブランド・カテゴリ</th>
              {grades.map((grade) => (
                <th key={grade} scope="col" className={grade.endsWith('_1') ? 'band' : undefined}>
                  <abbr title={gradeText(grade)}>{shortGrade(grade)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((line, index) => (
              <tr key={keyOfLine(line)}>
                <th scope="row">
                  <Link to="/biz/items" search={{ brand: line.brand, category: line.category }}>
                    {line.brandName}
                  </Link>
                  <small>{line.categoryName}</small>
                </th>
                {grades.map((grade) => (
                  <td key={grade} className={grade.endsWith('_1') ? 'band' : undefined}>
                    <AmountCell line={line} grade={grade} rows={rows} index={index} onProblem={setProblem} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Amounts>
      </TableFrame>
    </>
  )
}

type CellProps = {
  line: AmountLine
  grade: Grade
  rows: readonly AmountLine[]
  index: number
  onProblem: (problem: string | undefined) => void
}

type Cell = AskResult<typeof buyingAmountCalls.set>

function useAmountCell({ line, grade, onProblem }: Pick<CellProps, 'line' | 'grade' | 'onProblem'>) {
  const stored = line.amounts.find((cell) => cell.grade === grade) ?? { amount: null, version: 0 }
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const [newer, setNewer] = useState<Pick<Cell, 'amount' | 'version'>>()
  const set = useMutationOf(buyingAmountCalls.set)
  // A row that was just added, and a list that is not read again yet, know the newest from here.
  const known = newer && newer.version > stored.version ? newer : stored
  // Enter saves and moves on; leaving the field must not save once more before it is drawn again.
  const unsaved = useRef<string>(undefined)
  const isSaving = useRef(false)
  const type = (text: string | undefined) => {
    unsaved.current = text
    setTyped(text)
  }
  const settle = () => {
    type(undefined)
    setWrong(false)
    onProblem(undefined)
  }
  const refuse = (sentence: string): false => {
    setWrong(true)
    onProblem(`${line.brandName} ${line.categoryName} ${gradeText(grade)}: ${sentence}`)
    return false
  }
  /** Resolves to whether the cell holds what is stored. */
  const save = async (): Promise<boolean> => {
    const text = unsaved.current
    if (text === undefined) return true
    if (isSaving.current) return false
    const amount = text.trim() === '' ? null : parseYenInput(text)
    if (text.trim() !== '' && (amount === null || amount < 1))
      return refuse('1円以上の数字で入力してください。')
    if (amount === known.amount) {
      settle()
      return true
    }
    isSaving.current = true
    try {
      const { brand, category } = line
      setNewer(await set.mutateAsync({ body: { brand, category, grade, amount, version: known.version } }))
      // Typing may have gone on meanwhile.
      if (unsaved.current === text) settle()
      return unsaved.current === undefined
    } catch (error) {
      const current = currentOf<Cell>(error)
      if (current) setNewer(current)
      const theirs =
        current && (current.amount === null ? '消しました' : `${formatYen(current.amount)}に変えました`)
      return refuse(
        theirs
          ? `ほかの人が${theirs}。入力した額にするには、もう一度Enterを押してください。`
          : sentenceFor(error),
      )
    } finally {
      isSaving.current = false
    }
  }
  const edit = (text: string) => {
    setWrong(false)
    type(text)
  }
  return { value: typed ?? shown(known.amount), isWrong, isPending: set.isPending, edit, save, settle }
}

function AmountCell({ line, grade, rows, index, onProblem }: CellProps) {
  const cell = useAmountCell({ line, grade, onProblem })
  const go = (by: number) => {
    const next = rows[index + by]
    if (next) document.getElementById(cellId(keyOfLine(next), grade))?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') void cell.save().then((isStored) => isStored && go(event.shiftKey ? -1 : 1))
    else if (event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    else if (event.key === 'Escape') cell.settle()
    else return
    event.preventDefault()
  }
  return (
    <input
      id={cellId(keyOfLine(line), grade)}
      aria-label={`${line.brandName} ${line.categoryName} ${shortGrade(grade)}`}
      aria-invalid={cell.isWrong}
      aria-busy={cell.isPending}
      inputMode="numeric"
      autoComplete="off"
      value={cell.value}
      onChange={({ target }) => cell.edit(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={() => {
        // What was refused is saved by Enter alone: it may replace what somebody else entered.
        if (!cell.isWrong) void cell.save()
      }}
      onKeyDown={onKeyDown}
    />
  )
}
