import { styled } from '@mui/material/styles'
import usePagination from '@mui/material/usePagination'
import { Fragment, type ReactNode } from 'react'
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

export type Pages = {
  page: number
  size: number
  total: number
  /** Counting stopped at `total`: there are more rows. */
  isLimited?: boolean | undefined
  /** Whether this is the last page; needed with `isLimited`. */
  isLast?: boolean | undefined
  /** How many rows this page has; needed with `isLimited`. */
  rows?: number | undefined
  onPage: (page: number) => void
}

/** Rows of a list as the server counts them. */
export type CountedRows = {
  count: number
  isCountLimited?: boolean | undefined
  next?: string | null
  results?: readonly unknown[]
}
type CountedList = Pick<ListState, 'page' | 'size' | 'setPage'> & { read: { data: CountedRows | undefined } }

/** The pages of a list, once it was read. */
export const pagesOf = ({ read, page, size, setPage }: CountedList): Pages | undefined =>
  read.data && {
    page,
    size,
    total: read.data.count,
    isLimited: read.data.isCountLimited,
    isLast: read.data.next === null,
    rows: read.data.results?.length,
    onPage: setPage,
  }

export function rangeText({ page, size, total, isLimited, rows = size }: Omit<Pages, 'onPage'>): string {
  if (total === 0) return '0件'
  const from = (page - 1) * size + 1
  const to = isLimited ? from + rows - 1 : Math.min(page * size, total)
  const of = isLimited ? `${formatCount(total)}件以上のうち` : `${formatCount(total)}件中`
  return `${of} ${formatCount(from)}–${formatCount(to)}`
}

function lastPage({ page, size, total, isLimited, isLast }: Pages): number {
  const counted = Math.max(1, Math.ceil(total / size))
  return isLimited ? Math.max(counted, isLast ? page : page + 1) : counted
}

export function Pagination(pages: Pages) {
  const { page, onPage, isLimited, isLast } = pages
  const last = lastPage(pages)
  const { items } = usePagination({ count: last, page, onChange: (_event, next) => onPage(next) })
  return (
    <Root aria-label="ページ">
      <span aria-live="polite">{rangeText(pages)}</span>
      {last > 1 && (
        <span>
          {items.map(({ type, page: number, selected: _, ...button }) =>
            type.endsWith('ellipsis') ? (
              <span key={type}>…</span>
            ) : (
              <Fragment key={type === 'page' ? number : type}>
                {type === 'next' && isLimited && !isLast && <span>…</span>}
                <button
                  {...button}
                  type="button"
                  aria-label={type === 'page' ? `${number}ページ` : undefined}
                >
                  {type === 'previous' ? '‹ 前へ' : type === 'next' ? '次へ ›' : number}
                </button>
              </Fragment>
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
