import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatCount } from '#contract/text'
import { TextButton } from './text-button.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const Bar = styled('section')(({ theme }) => ({
  position: 'sticky',
  bottom: 'var(--shell-bottom, 0px)',
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px 12px',
  padding: '8px 14px',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.field,
  boxShadow: theme.okuru.shadow.bar,
  '& > b': { whiteSpace: 'nowrap' },
  '& > .close': { marginLeft: 'auto' },
}))

type Props = {
  count: number
  /** Chooses everything the list finds; only where that is more than the rows chosen, and not too many. */
  all?: { count: number; choose: () => void; pending: boolean }
  onClear: () => void
  /** What can be done with the rows. */
  children: ReactNode
}

/** What can be done with the chosen rows of a list, below it. */
export function BulkBar({ count, all, onClear, children }: Props) {
  return (
    <>
      <VisuallyHidden role="status">
        {count > 0 ? `${formatCount(count)}件を選んでいます` : ''}
      </VisuallyHidden>
      {count > 0 && (
        <Bar aria-label="選んだ行の操作">
          <b>{formatCount(count)}件</b>
          {children}
          {all && (
            <TextButton type="button" disabled={all.pending} onClick={all.choose}>
              {`条件に合う${formatCount(all.count)}件をすべて選ぶ`}
            </TextButton>
          )}
          <TextButton type="button" className="close" onClick={onClear}>
            選択をやめる
          </TextButton>
        </Bar>
      )}
    </>
  )
}
