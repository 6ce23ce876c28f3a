import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

const Root = styled('section')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 10,
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
  '& > header h2': { ...theme.typography.h2, fontSize: 16 },
  '& > header > .action': { marginLeft: 'auto' },
}))

export const SetupSection = (props: { title: string; action?: ReactNode; children: ReactNode }) => (
  <Root>
    <header>
      <h2>{props.title}</h2>
      {props.action && <span className="action">{props.action}</span>}
    </header>
    {props.children}
  </Root>
)

export const SetupList = styled('ul')(({ theme }) => ({
  overflow: 'hidden',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 16px',
    padding: '10px 16px',
    fontSize: 13,
    lineHeight: 1.6,
  },
  '& > li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& .what': { flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' },
  '& .what > p': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' },
  '& .what small': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
  '& .acts': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
}))

export const FORM_WIDTH = { maxWidth: 640 } as const
