import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { PageTitle, useDocumentTitle } from '#web/ui/page.tsx'
import { StoreLogo } from '#web/ui/store-logo.tsx'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  minHeight: '100vh',
  [theme.breakpoints.up('md')]: { gridTemplate: '1fr / minmax(280px, 2fr) 3fr' },
}))

const Side = styled('header')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 24,
  padding: '20px 24px',
  color: theme.okuru.palette.brand.contrastText,
  background: theme.okuru.palette.brand.main,
  [theme.breakpoints.up('md')]: { padding: '40px 48px' },
  '& p': { opacity: 0.8, [theme.breakpoints.down('md')]: { display: 'none' } },
}))

const Main = styled('main')(({ theme }) => ({
  alignSelf: 'center',
  justifySelf: 'center',
  width: '100%',
  maxWidth: 408,
  padding: '32px 24px 56px',
  [theme.breakpoints.down('md')]: { alignSelf: 'start' },
  '& h1': { fontSize: 22 },
  '& .lead': { marginTop: 6, color: theme.okuru.palette.font.sub },
  '& .matter': { marginTop: 24 },
  '& .MuiButton-root': { width: '100%', minHeight: 44 },
  '& .aside': { display: 'grid', gap: 4, justifyItems: 'start', marginTop: 24 },
  '& .aside a': { display: 'inline-flex', alignItems: 'center', minHeight: 32 },
}))

type Props = { title: string; lead?: string; children: ReactNode; aside: ReactNode }

export function BizEntry({ title, lead, children, aside }: Props) {
  useDocumentTitle(title)
  return (
    <Root>
      <Side>
        <StoreLogo height={26} />
        <p>お店の担当者と運営のための業務画面です。</p>
      </Side>
      <Main id="main">
        <PageTitle tabIndex={-1}>{title}</PageTitle>
        {lead && <p className="lead">{lead}</p>}
        <div className="matter">{children}</div>
        <div className="aside">{aside}</div>
      </Main>
    </Root>
  )
}
