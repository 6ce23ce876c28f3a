import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { formatCount } from '#contract/text'
import { sentenceFor } from '#web/lib/errors.ts'
import { notify } from './notify.tsx'
import { TextButton } from './text-button.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

// In one: two that stick would cover each other.
const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 'var(--shell-bottom, 0px)',
  zIndex: 2,
  display: 'grid',
  gap: 8,
  '& > *': { boxShadow: theme.okuru.shadow.bar },
}))

const Bar = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px 12px',
  padding: '8px 14px',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.field,
  '& > b': { whiteSpace: 'nowrap' },
  '& > .close': { marginLeft: 'auto' },
  [theme.breakpoints.down('sm')]: { '& > b': { order: -2 }, '& > .close': { order: -1 } },
}))

type Props = {
  count: number
  /** Chooses everything the list finds; only where that is more than the rows chosen, and not too many. */
  all?: { count: number; choose: () => void; pending: boolean } | undefined
  onClear: () => void
  /** What was done last, such as that of `useUndoNotice`: it stands where the hand was. */
  notice?: ReactNode
  /** What can be done with the rows. */
  children: ReactNode
}

/** What can be done with the one chosen row of a list, below it. */
export const RowBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <Foot>
    <Bar aria-label={label}>{children}</Bar>
  </Foot>
)

/** What can be done with the chosen rows of a list, below it. */
export function BulkBar({ count, all, onClear, notice, children }: Props) {
  return (
    <>
      <VisuallyHidden role="status">
        {count > 0 ? `${formatCount(count)}件を選んでいます` : ''}
      </VisuallyHidden>
      {(notice || count > 0) && (
        <Foot>
          {notice}
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
        </Foot>
      )}
    </>
  )
}

type Everything<RowData> = {
  chosen: number
  /** How many the list finds, and how many can be chosen at most. */
  total: number
  most: number
  load: () => Promise<{ results: readonly RowData[] }>
  onRows: (rows: readonly RowData[]) => void
}

/** The offer to choose everything that the list finds, on other pages as well. */
export function useChooseAll<RowData>({ chosen, total, most, load, onRows }: Everything<RowData>) {
  const [pending, setPending] = useState(false)
  const choose = async () => {
    setPending(true)
    try {
      onRows((await load()).results)
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
    setPending(false)
  }
  return total > chosen && total <= most ? { count: total, choose: () => void choose(), pending } : undefined
}
