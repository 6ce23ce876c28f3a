import { styled, useTheme } from '@mui/material/styles'
import { type ReactNode, useEffect } from 'react'
import { Icon } from './icons.tsx'

const TRADE = 'ブランド古着の宅配買取'

export function useDocumentTitle(title?: string): void {
  const { name } = useTheme().okuru
  useEffect(() => {
    document.title = `${title ? `${title} | ` : ''}${TRADE} ${name}`
  }, [title, name])
}

const Main = styled('main', { shouldForwardProp: (name) => name !== 'wide' })<{ wide?: boolean }>(
  ({ theme, wide }) => ({
    width: '100%',
    maxWidth: wide ? 1128 : 640,
    margin: '0 auto',
    padding: '20px 16px 56px',
    [theme.breakpoints.up('sm')]: { padding: '32px 24px 72px' },
  }),
)

const Head = styled('header')({ marginBottom: 20, '& h1:focus': { outline: 'none' } })

const Back = styled('div')(({ theme }) => ({
  '& > a, & > button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 44,
    marginLeft: -4,
    fontSize: 13,
    color: theme.okuru.palette.font.sub,
    textDecoration: 'none',
  },
  '& > a:hover': { textDecoration: 'underline' },
}))

type Props = {
  title: string
  children: ReactNode
  back?: ReactNode
  lead?: ReactNode
  wide?: boolean
}

export const BackMark = () => <Icon name="back" size={16} />

export function Page({ title, children, back, lead, wide }: Props) {
  useDocumentTitle(title)
  return (
    <Main wide={wide} id="main">
      <Head>
        {back && <Back>{back}</Back>}
        <PageTitle tabIndex={-1}>{title}</PageTitle>
        {lead && <Lead>{lead}</Lead>}
      </Head>
      {children}
    </Main>
  )
}

export const PageTitle = styled('h1')(({ theme }) => ({ ...theme.typography.h1 }))

const Lead = styled('p')(({ theme }) => ({ marginTop: 8, color: theme.okuru.palette.font.sub }))

export function Section({
  title,
  children,
  action,
}: {
  title?: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <SectionRoot>
      {title && (
        <SectionHead>
          <h2>{title}</h2>
          {action}
        </SectionHead>
      )}
      {children}
    </SectionRoot>
  )
}

const SectionRoot = styled('section')({ marginTop: 32, '&:first-of-type': { marginTop: 0 } })

const SectionHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 16,
  marginBottom: 12,
  '& h2': { ...theme.typography.h2, fontSize: 20 },
  ...(theme.okuru.variant === 'storefront' && {
    '& > a': { display: 'inline-flex', alignItems: 'center', minHeight: 44, margin: '-10px 0' },
  }),
}))

export const Stack = styled('div', { shouldForwardProp: (name) => name !== 'gap' })<{ gap?: number }>(
  ({ gap = 16 }) => ({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap,
  }),
)

export const Row = styled('div', { shouldForwardProp: (name) => name !== 'gap' })<{ gap?: number }>(
  ({ gap = 8 }) => ({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap,
  }),
)

export const Muted = styled('span')(({ theme }) => ({ color: theme.okuru.palette.font.sub }))
