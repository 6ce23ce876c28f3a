import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { PageTitle, useDocumentTitle } from '#web/ui/page.tsx'

const Main = styled('main')(({ theme }) => ({
  maxWidth: 472,
  margin: '0 auto',
  padding: '20px 16px 40px',
  [theme.breakpoints.up('sm')]: { padding: '56px 16px 64px' },
}))

const Sheet = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('sm')]: {
    padding: '36px 36px 40px',
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: theme.okuru.radius.card,
  },
}))

const Lead = styled('p')(({ theme }) => ({
  marginTop: 8,
  color: theme.okuru.palette.font.sub,
  wordBreak: 'auto-phrase',
}))

const Matter = styled('div')({ marginTop: 24 })

export const Aside = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  justifyItems: 'center',
  marginTop: 24,
  fontSize: 13,
  textAlign: 'center',
  color: theme.okuru.palette.font.sub,
  '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 44 },
}))

type Props = { title: string; lead?: ReactNode; children: ReactNode; aside?: ReactNode }

export function AccountPage({ title, lead, children, aside }: Props) {
  useDocumentTitle(title)
  return (
    <Main id="main">
      <Sheet>
        <PageTitle tabIndex={-1}>{title}</PageTitle>
        {lead && <Lead>{lead}</Lead>}
        <Matter>{children}</Matter>
      </Sheet>
      {aside && <Aside>{aside}</Aside>}
    </Main>
  )
}
