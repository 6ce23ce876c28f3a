import { styled } from '@mui/material/styles'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

const Root = styled('div', { shouldForwardProp: (name) => name !== 'floating' })<{ floating: boolean }>(
  ({ theme, floating }) => {
    const { palette } = theme.okuru
    return {
      position: 'sticky',
      bottom: 'var(--shell-bottom, 0px)',
      zIndex: theme.zIndex.appBar,
      padding: '12px 16px calc(16px + env(safe-area-inset-bottom))',
      ...(floating
        ? {
            background: `linear-gradient(transparent, ${palette.bg.page} 28%)`,
            '& .MuiButton-root': { boxShadow: theme.okuru.shadow.bar },
          }
        : { background: palette.bg.paper, borderTop: `1px solid ${palette.border.main}` }),
      '& > div': { maxWidth: 608, margin: '0 auto' },
    }
  },
)

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '0 16px',
  marginBottom: 10,
  fontSize: 13,
})

type Props = {
  children: ReactNode
  /** What the button would do, in figures: 売る 6点 ¥34,900. */
  summary?: ReactNode
  floating?: boolean
}

/** The next step, within reach of the thumb at the foot of the page. */
export function StickyBar({ children, summary, floating = false }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    if (!current || typeof ResizeObserver === 'undefined') return
    const page = document.documentElement.style
    const observer = new ResizeObserver(() => page.setProperty('--sticky-bar', `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      page.removeProperty('--sticky-bar')
    }
  }, [])
  return (
    <Root floating={floating} ref={bar}>
      <div>
        {summary && <Line aria-live="polite">{summary}</Line>}
        {children}
      </div>
    </Root>
  )
}
