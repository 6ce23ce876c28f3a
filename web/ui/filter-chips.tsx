import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > .end': { marginLeft: 'auto', display: 'flex', gap: 8 },
})

export const ChipButton = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 28,
  padding: '0 12px',
  fontSize: 12,
  lineHeight: 1.5,
  color: theme.okuru.palette.font.main,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.medium}`,
  borderRadius: 14,
  cursor: 'pointer',
  '&:hover': { borderColor: theme.okuru.palette.border.strong },
  '&[data-add]': { borderStyle: 'dashed', color: theme.okuru.palette.font.sub, background: 'none' },
}))

export type ActiveFilter = {
  key: string
  label: string
  value: ReactNode
  onRemove: () => void
  onEdit?: () => void
}

type Props = {
  filters: readonly ActiveFilter[]
  onAdd?: () => void
  onClear?: () => void
  end?: ReactNode
  children?: ReactNode
}

const Chip = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 28,
  fontSize: 12,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.medium}`,
  borderRadius: 14,
  maxWidth: '100%',
  '& > span, & > .edit': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > button': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 26,
    border: 0,
    background: 'none',
    cursor: 'pointer',
    borderRadius: 13,
  },
  '& > span': { paddingLeft: 12 },
  '& > .edit': { padding: '0 0 0 12px', gap: 4 },
  '& > .remove': { flex: 'none', minWidth: 28, justifyContent: 'center', padding: 0 },
}))

export function FilterChips({ filters, onAdd, onClear, end, children }: Props) {
  return (
    <Bar>
      {filters.map(({ key, label, value, onRemove, onEdit }) => (
        <Chip key={key}>
          {onEdit ? (
            <button type="button" className="edit" onClick={onEdit}>
              {label}: <b>{value}</b>
            </button>
          ) : (
            <span>
              {label}: <b>{value}</b>
            </span>
          )}
          <button type="button" className="remove" aria-label={`条件「${label}」を外す`} onClick={onRemove}>
            <Icon name="close" size={14} />
          </button>
        </Chip>
      ))}
      {children}
      {onAdd && (
        <ChipButton type="button" data-add="" onClick={onAdd}>
          + 条件
        </ChipButton>
      )}
      {onClear && filters.length > 1 && (
        <ChipButton type="button" data-add="" onClick={onClear}>
          条件をすべて外す
        </ChipButton>
      )}
      {end && <span className="end">{end}</span>}
    </Bar>
  )
}
