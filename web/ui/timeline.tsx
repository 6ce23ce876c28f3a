import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

const List = styled('ol')(({ theme }) => {
  const { palette, variant } = theme.okuru
  const biz = variant === 'biz'
  return {
    '& > li': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: '14px minmax(0, 1fr) auto',
      gap: '2px 12px',
      paddingBottom: biz ? 6 : 18,
      fontSize: biz ? 12 : 14,
      lineHeight: 1.6,
    },
    '& > li:last-of-type': { paddingBottom: 0 },
    '& > li > i': {
      width: biz ? 9 : 11,
      height: biz ? 9 : 11,
      margin: '0.45em 0 0 1px',
      borderRadius: '50%',
      background: palette.primary.main,
      zIndex: 1,
    },
    '& > li[data-open] > i': { background: palette.bg.paper, border: `2px solid ${palette.border.strong}` },
    '& > li[data-now] > i': { boxShadow: `0 0 0 4px ${palette.primary.lighter}` },
    '& > li:not(:last-of-type)::before': {
      content: '""',
      position: 'absolute',
      left: biz ? 5 : 6,
      top: '1em',
      bottom: '-0.6em',
      width: 1,
      background: palette.border.medium,
    },
    '& time, & .when': {
      textAlign: 'right',
      color: palette.font.sub,
      fontSize: 12,
      lineHeight: 1.9,
      whiteSpace: 'nowrap',
    },
    '& .more': { gridColumn: '2 / -1', color: palette.font.sub, fontSize: biz ? 12 : 13 },
  }
})

export type TimelineStep = {
  key: string
  title: ReactNode
  when?: ReactNode
  body?: ReactNode
  state?: 'done' | 'now' | 'open'
}

export function Timeline({ steps, label }: { steps: readonly TimelineStep[]; label: string }) {
  return (
    <List aria-label={label}>
      {steps.map(({ key, title, when, body, state = 'done' }) => (
        <li
          key={key}
          data-open={state === 'open' ? '' : undefined}
          data-now={state === 'now' ? '' : undefined}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <i aria-hidden />
          <span>{title}</span>
          <span className="when">{when}</span>
          {body && <div className="more">{body}</div>}
        </li>
      ))}
    </List>
  )
}
