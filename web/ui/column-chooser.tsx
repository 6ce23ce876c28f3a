import { styled } from '@mui/material/styles'
import { type ReactNode, type ToggleEvent, useId } from 'react'
import type { Column } from './data-table.tsx'
import { ChipButton } from './filter-chips.tsx'

type NamedColumn = Pick<Column<never>, 'key' | 'header' | 'label' | 'extra'>

const leftOut = (columns: readonly NamedColumn[]): readonly string[] =>
  columns.filter(({ extra }) => extra).map(({ key }) => key)

/** The visible columns. The first one identifies the row, so it always stays. */
export function shownColumns<C extends NamedColumn>(
  columns: readonly C[],
  hidden: readonly string[] = leftOut(columns),
): readonly C[] {
  return columns.filter(({ key }, index) => index === 0 || !hidden.includes(key))
}

const Panel = styled('div')(({ theme }) => ({
  position: 'fixed',
  width: 240,
  maxHeight: 'min(480px, 80vh)',
  margin: 'auto',
  padding: '12px 16px',
  overflow: 'auto',
  fontSize: 13,
  color: theme.okuru.palette.font.main,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: 12,
  boxShadow: theme.okuru.shadow.card,
  // Below its button; centred where CSS anchors are not supported.
  '@supports (top: anchor(bottom))': {
    inset: 'auto',
    margin: '4px 0',
    positionArea: 'bottom span-left',
    positionTryFallbacks: 'flip-block',
  },
  '& legend': { padding: 0, marginBottom: 4, fontSize: 12, color: theme.okuru.palette.font.sub },
  '& label': { display: 'flex', alignItems: 'center', gap: 10, minHeight: 30, cursor: 'pointer' },
  '& label:has(input:disabled)': { color: theme.okuru.palette.font.sub, cursor: 'default' },
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.okuru.palette.primary.main },
  '& fieldset + button': { marginTop: 8 },
}))

const nameOf = ({ label, header }: NamedColumn): ReactNode => label ?? header

type Props = {
  columns: readonly NamedColumn[]
  hidden: readonly string[] | undefined
  onChange: (hidden: readonly string[] | undefined) => void
}

export function ColumnChooser({ columns, hidden, onChange }: Props) {
  const id = useId()
  const out = hidden ?? leftOut(columns)
  const enter = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState === 'open') event.currentTarget.querySelector<HTMLElement>('input:enabled')?.focus()
  }
  const put = (key: string, shown: boolean) =>
    onChange(shown ? out.filter((one) => one !== key) : [...out, key])
  return (
    <>
      <ChipButton type="button" popoverTarget={id}>
        列
      </ChipButton>
      <Panel id={id} popover="auto" role="dialog" aria-label="列を選ぶ" onToggle={enter}>
        <fieldset>
          <legend>表示する列</legend>
          {columns.map((column, index) => (
            <label key={column.key}>
              <input
                type="checkbox"
                checked={index === 0 || !out.includes(column.key)}
                disabled={index === 0}
                onChange={(event) => put(column.key, event.target.checked)}
              />
              {nameOf(column)}
            </label>
          ))}
        </fieldset>
        <ChipButton type="button" disabled={hidden === undefined} onClick={() => onChange(undefined)}>
          標準の列に戻す
        </ChipButton>
      </Panel>
    </>
  )
}
