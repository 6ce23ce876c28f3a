import { styled } from '@mui/material/styles'
import usePagination from '@mui/material/usePagination'
import type { ReactNode } from 'react'
import { formatCount } from '#contract/text'
import { ApiError } from '#web/lib/api-error.ts'
import { sentencesByCode } from '#web/lib/error-sentences.ts'
import type { ListState } from '#web/lib/list-state.ts'
import { QuietButton } from './button.tsx'
import { ErrorPanel } from './error-panel.tsx'

const Root = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  fontSize: 12,
  fontVariantNumeric: 'tabular-nums',
  color: theme.okuru.palette.font.sub,
  '& > span:last-of-type': { display: 'flex', flexWrap: 'wrap', alignItems: 'center' },
  '& button': {
    minWidth: theme.okuru.variant === 'biz' ? 28 : 44,
    minHeight: theme.okuru.variant === 'biz' ? 28 : 44,
    padding: '0 6px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    cursor: 'pointer',
  },
  '& button:hover': { background: theme.okuru.palette.bg.sunken },
  '& button:disabled': { opacity: 0.45, cursor: 'default', background: 'none' },
  '& button[aria-current]': { fontWeight: 700, color: theme.okuru.palette.font.main },
}))

export function rangeText(page: number, size: number, total: number): string {
  if (total === 0) return '0件'
  const from = (page - 1) * size + 1
  return `${formatCount(total)}件中 ${formatCount(from)}–${formatCount(Math.min(page * size, total))}`
}

type Props = { page: number; size: number; total: number; onPage: (page: number) => void }

export function Pagination({ page, size, total, onPage }: Props) {
  const last = Math.max(1, Math.ceil(total / size))
  const { items } = usePagination({ count: last, page, onChange: (_event, next) => onPage(next) })
  return (
    <Root aria-label="ページ">
      <span aria-live="polite">{rangeText(page, size, total)}</span>
      {last > 1 && (
        <span>
          {items.map(({ type, page: number, selected: _, ...button }) =>
            type.endsWith('ellipsis') ? (
              <span key={type}>…</span>
            ) : (
              <button
                {...button}
                key={type === 'page' ? number : type}
                type="button"
                aria-label={type === 'page' ? `${number}ページ` : undefined}
              >
                {type === 'previous' ? '‹ 前へ' : type === 'next' ? '次へ ›' : number}
              </button>
            ),
          )}
        </span>
      )}
    </Root>
  )
}

type PagedList = Pick<ListState, 'page' | 'setPage'> & { read: { error: unknown } }

/** The list, or a way to its first page when the address is beyond the last one. */
export function WithinPages({ list, children }: { list: PagedList; children: ReactNode }) {
  const { error } = list.read
  if (list.page === 1 || !(error instanceof ApiError && error.status === 404)) return children
  return (
    <ErrorPanel
      kind="lost"
      action={<QuietButton onClick={() => list.setPage(1)}>最初のページへ</QuietButton>}
    >
      {sentencesByCode.invalid_page}
    </ErrorPanel>
  )
}
