import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Assessment } from './shared/assessment-types.ts'
import type { Answer } from './use-answer.ts'

export type ResultProps = { assessment: Assessment; answer: Answer; now: number }

export const Main = styled('main')({ width: '100%' })

export const Body = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  maxWidth: 1040,
  margin: '0 auto',
  padding: '14px 16px 40px',
  [theme.breakpoints.up('sm')]: { padding: '20px 24px 56px' },
}))

export const useWide = (): boolean =>
  useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
