import { styled } from '@mui/material/styles'

export const Prose = styled('div')(({ theme }) => ({
  '& section + section': { marginTop: 32 },
  '& h2': { ...theme.typography.h2, fontSize: 18, marginBottom: 8 },
  '& p + p': { marginTop: 10 },
  '& ul': { paddingLeft: 20, marginTop: 8 },
  '& li': { listStyle: 'disc', padding: '2px 0' },
  '& .pre': { whiteSpace: 'pre-line' },
}))
