import { type ReactNode, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { TableFrame, ThinBar } from '#web/ui/data-table-style.ts'
import { isComposing } from '#web/ui/keyboard.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { blockOf, checkText, type GridColumn, isChecked } from './grid.rules.ts'
import { GridFrameTable } from './grid-style.ts'
import type { Grid, GridRow } from './use-grid.ts'

export interface FactColumn<Row> {
  key: string
  header: string
  align?: 'end'
  cell: (row: Row | null) => ReactNode
}

interface Props<Row> {
  label: string
  grid: Grid<Row>
  /** What a row is called to those who hear it. */
  nameOf: (row: GridRow<Row>) => string
  facts?: readonly FactColumn<Row>[]
  choice?: { isChosen: (key: string) => boolean; flip: (key: string) => void; flipAll: () => void }
  acts?: (row: GridRow<Row>) => ReactNode
  /** Rows may be added: by a paste below the last, and by Ctrl+D. */
  onCopy?: (row: GridRow<Row>) => void
  /** By column: what a field offers for the text typed in it. */
  onTyped?: (column: string, text: string) => void
  placeholders?: Readonly<Record<string, string>>
  loading: boolean
}

export const cellId = (key: string, column: string): string => `cell-${key}-${column}`

export const focusCell = (key: string, column: string): void => {
  const cell = document.getElementById(cellId(key, column))
  cell?.focus()
  if (cell instanceof HTMLInputElement && cell.type !== 'checkbox') cell.select()
}

/** Draws the added row at once: the next key already belongs to it, also on a slow computer. */
export const focusAdded = (add: () => string, column: string): void => focusCell(flushSync(add), column)

type Move = { down: number; across: number }

const arrows: Readonly<Record<string, Move>> = {
  ArrowDown: { down: 1, across: 0 },
  ArrowUp: { down: -1, across: 0 },
  ArrowRight: { down: 0, across: 1 },
  ArrowLeft: { down: 0, across: -1 },
}

/** Sideways only from the end of the text, as the caret has the arrows before. */
function leavesCell(
  input: HTMLInputElement,
  { across }: Move,
  isTyped: boolean,
  hasOptions: boolean,
): boolean {
  if (across === 0) return !(isTyped && hasOptions)
  if (input.type === 'checkbox') return true
  const { selectionStart: start, selectionEnd: end, value } = input
  const isWhole = start === 0 && end === value.length
  if (isWhole && !isTyped) return true
  return start === end && (across > 0 ? end === value.length : start === 0)
}

function useCellKeys<Row>({ grid, onCopy }: Pick<Props<Row>, 'grid' | 'onCopy'>) {
  /** The cell typed in since it has the focus. */
  const typed = useRef<string>(undefined)
  const { rows, columns } = grid
  const go = (row: number, column: number, { down, across }: Move): boolean => {
    let next = column + across
    while (columns[next]?.isFixed) next += across
    const [target, cell] = [rows[row + down], columns[next]]
    if (!target || !cell) return false
    focusCell(target.key, cell.key)
    return true
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    if (isComposing(event.nativeEvent)) return
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget } = event
    const [own, cell] = [rows[row], columns[column]]
    if (!own || !cell) return
    const isTyped = typed.current === currentTarget.id
    const move = arrows[key]
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'd' && onCopy) onCopy(own)
    else if (ctrlKey || metaKey || altKey) return
    else if (key === 'Enter') {
      typed.current = undefined
      void grid.saveRow(own.key).then((isStored) => {
        if (isStored && document.activeElement === currentTarget)
          go(row, column, { down: shiftKey ? -1 : 1, across: 0 })
      })
    } else if (key === 'Escape') grid.edit(own.key, { [cell.key]: grid.textsOf(own.stored)[cell.key] ?? '' })
    else if (key === 'F2')
      currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
    else if (!move || shiftKey || !leavesCell(currentTarget, move, isTyped, cell.options !== undefined))
      return
    else if (!go(row, column, move)) return
    event.preventDefault()
  }
  return { onKeyDown, typed }
}

/** Cells to type in, moved through by Enter and the arrow keys as in a spreadsheet. */
export function GridTable<Row>(props: Props<Row>) {
  const { label, grid, nameOf, facts = [], choice, acts, onCopy, onTyped, placeholders = {}, loading } = props
  const { rows, columns, problems, pending } = grid
  const id = useId()
  const { onKeyDown, typed } = useCellKeys({ grid, onCopy })
  const span = columns.length + facts.length + (choice ? 1 : 0) + (acts ? 1 : 0)
  const cell = (row: GridRow<Row>, at: number, column: GridColumn, index: number) => {
    const text = row.texts[column.key] ?? ''
    const isWrong = problems[row.key]?.fields.includes(column.key) ?? false
    const name = `${nameOf(row)} ${column.header}`
    if (column.isFixed)
      return (
        <td key={column.key} className={index === 0 ? 'fact first' : 'fact'}>
          {text}
        </td>
      )
    if (column.kind === 'check')
      return (
        <td key={column.key} style={{ textAlign: 'center' }}>
          <input
            id={cellId(row.key, column.key)}
            type="checkbox"
            aria-label={name}
            aria-invalid={isWrong}
            checked={isChecked(text)}
            onChange={({ target }) => grid.edit(row.key, { [column.key]: checkText(target.checked) })}
            onKeyDown={(event) => onKeyDown(event, at, index)}
          />
        </td>
      )
    return (
      <td
        key={column.key}
        className={index === 0 ? 'first' : column.align}
        style={{ minWidth: column.width }}
      >
        <input
          id={cellId(row.key, column.key)}
          aria-label={name}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-${row.key}` : undefined}
          data-typed={row.isEdited && text !== (grid.textsOf(row.stored)[column.key] ?? '') ? '' : undefined}
          inputMode={column.mode}
          autoComplete="off"
          placeholder={placeholders[column.key]}
          list={column.options && `${id}-${column.key}`}
          value={text}
          onChange={({ target }) => {
            typed.current = target.id
            grid.edit(row.key, { [column.key]: target.value })
            onTyped?.(column.key, target.value)
          }}
          onFocus={({ target }) => {
            typed.current = undefined
            target.select()
          }}
          onPaste={(event) => {
            const block = blockOf(event.clipboardData.getData('text'))
            if (!block) return
            event.preventDefault()
            grid.paste(block, { row: at, column: index }, onCopy !== undefined)
          }}
          onKeyDown={(event) => onKeyDown(event, at, index)}
        />
      </td>
    )
  }
  return (
    <TableFrame aria-busy={loading || undefined}>
      {loading && <ThinBar role="progressbar" aria-label="更新中" />}
      <GridFrameTable>
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {choice && (
              <th scope="col" className="box">
                <input
                  type="checkbox"
                  aria-label="この一覧をすべて選ぶ"
                  checked={rows.length > 0 && rows.every(({ key }) => choice.isChosen(key))}
                  onChange={choice.flipAll}
                />
              </th>
            )}
            {columns.map(({ key, header, align, kind }, index) => (
              <th
                key={key}
                scope="col"
                className={index === 0 ? 'first' : kind === 'check' ? 'center' : align}
              >
                {header}
              </th>
            ))}
            {facts.map(({ key, header, align }) => (
              <th key={key} scope="col" className={align} style={{ padding: '0 10px' }}>
                {header}
              </th>
            ))}
            {acts && (
              <th scope="col" className="acts">
                <VisuallyHidden>操作</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const problem = problems[row.key]
            return [
              <tr
                key={row.key}
                data-edited={row.isEdited ? '' : undefined}
                aria-busy={pending.has(row.key) || undefined}
              >
                {choice && (
                  <td className="box">
                    <input
                      type="checkbox"
                      aria-label={`${nameOf(row)}を選ぶ`}
                      checked={choice.isChosen(row.key)}
                      onChange={() => choice.flip(row.key)}
                    />
                  </td>
                )}
                {columns.map((column, index) => cell(row, at, column, index))}
                {facts.map((fact) => (
                  <td key={fact.key} className={`fact ${fact.align ?? ''}`}>
                    {fact.cell(row.stored)}
                  </td>
                ))}
                {acts && <td className="acts">{acts(row)}</td>}
              </tr>,
              problem && (
                <tr key={`${row.key}-problem`} className="problem">
                  <td colSpan={span}>
                    <span role="alert" id={`${id}-${row.key}`}>
                      {problem.sentence}
                    </span>
                  </td>
                </tr>
              ),
            ]
          })}
        </tbody>
      </GridFrameTable>
      {columns.map(
        ({ key, options }) =>
          options && (
            <datalist key={key} id={`${id}-${key}`}>
              {options.map((option) => (
                <option key={option} value={option} />
              ))}
            </datalist>
          ),
      )}
    </TableFrame>
  )
}
