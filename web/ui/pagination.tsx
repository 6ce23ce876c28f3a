import { styled } from '@mui/material/styles'
import { formatCount } from '#contract/text'

const Root = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  fontSize: 12,
  fontVariantNumeric: 'tabular-nums',
  color: theme.okuru.palette.font.sub,
  '& > span:last-of-type': { display: 'flex', alignItems: 'center' },
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

/** The pages worth a button: the ends, the neighbours, and null for a gap. */
export function pagesToShow(page: number, last: number): Array<number | null> {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last)
  const sorted = [...new Set(near)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1]
    if (before === undefined || number - before === 1) return [number]
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}

/** 128件中 1–8. */
export function rangeText(page: number, size: number, total: number): string {
  if (total === 0) return '0件'
  const from = (page - 1) * size + 1
  return `${formatCount(total)}件中 ${formatCount(from)}–${formatCount(Math.min(page * size, total))}`
}

type Props = { page: number; size: number; total: number; onPage: (page: number) => void }

export function Pagination({ page, size, total, onPage }: Props) {
  const last = Math.max(1, Math.ceil(total / size))
  return (
    <Root aria-label="ページ">
      <span aria-live="polite">{rangeText(page, size, total)}</span>
      {last > 1 && (
        <span>
          <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            ‹ 前へ
          </button>
          {pagesToShow(page, last).map((number, index) =>
            number === null ? (
              <span key={`gap-${index === 1 ? 'start' : 'end'}`}>…</span>
            ) : (
              <button
                key={number}
                type="button"
                aria-current={number === page ? 'page' : undefined}
                aria-label={`${number}ページ`}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            ),
          )}
          <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)}>
            次へ ›
          </button>
        </span>
      )}
    </Root>
  )
}
