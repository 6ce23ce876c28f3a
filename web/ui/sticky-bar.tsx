import { styled } from '@mui/material/styles'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * Low screens, such as a phone in landscape or 200 % zoom. Bars are not sticky there, because they would cover too much
 * of the content.
 */
export const LOW_SCREEN = '@media (max-height: 539.95px)'

const Root = styled('div', { shouldForwardProp: (name) => name !== 'floating' })<{ floating: boolean }>(
  ({ theme, floating }) => {
    const { palette } = theme.okuru
    return {
      position: 'sticky',
      bottom: 'var(--shell-bottom, 0px)',
      zIndex: theme.zIndex.appBar,
      padding: '10px 16px calc(10px + env(safe-area-inset-bottom))',
      [LOW_SCREEN]: { position: 'static' },
      ...(floating
        ? {
            background: `linear-gradient(transparent, ${palette.bg.page} 28%)`,
            '& .MuiButton-root': { boxShadow: theme.okuru.shadow.bar },
          }
        : { background: palette.bg.paper, borderTop: `1px solid ${palette.border.main}` }),
      // As wide as the text of a narrow page.
      '& > div': { maxWidth: 592, margin: '0 auto' },
      // Figures and button share one row to keep the bar low.
      '& > .withSummary': {
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) clamp(128px, 50%, 188px)',
        alignItems: 'center',
        gap: 12,
        maxWidth: 720,
        '& .MuiButton-root': { padding: '4px 12px', fontSize: 14 },
        [theme.breakpoints.up('sm')]: {
          gridTemplateColumns: 'minmax(0, 1fr) 280px',
          '& .MuiButton-root': { fontSize: 16 },
        },
      },
    }
  },
)

const Summary = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '0 16px',
  fontSize: 12,
  lineHeight: 1.5,
})

/** The height to keep free at the bottom of the screen, for scroll padding and notifications. */
function coveredBy(bar: HTMLElement): number {
  return getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0
}

type Props = {
  children: ReactNode
  summary?: ReactNode
  floating?: boolean
}

export function StickyBar({ children, summary, floating = false }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    if (!current || typeof ResizeObserver === 'undefined') return
    const page = document.documentElement.style
    const observer = new ResizeObserver(() => page.setProperty('--sticky-bar', `${coveredBy(current)}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      page.removeProperty('--sticky-bar')
    }
  }, [])
  return (
    <Root floating={floating} ref={bar}>
      <div className={summary ? 'withSummary' : undefined}>
        {summary && <Summary aria-live="polite">{summary}</Summary>}
        {children}
      </div>
    </Root>
  )
}
