import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { type KitButtonProps, QuietButton } from '#web/ui/button.tsx'
import { ProviderMark } from './provider-mark.tsx'
import type { Provider } from './provider-offers.ts'

// White with the brand's mark and dark words, as the brands' rules allow and the contrast needs.
const Button = styled(QuietButton)(({ theme }) => ({
  justifyContent: 'flex-start',
  padding: '8px 16px',
  color: theme.okuru.palette.font.main,
  background: theme.okuru.palette.bg.paper,
  '& > b': { flex: 1, paddingRight: 24, fontWeight: 700 },
}))

type Props = Omit<KitButtonProps, 'startIcon'> & { provider: Provider; children: ReactNode }

export function ProviderButton({ provider, children, ...button }: Props) {
  return (
    <Button {...button} startIcon={<ProviderMark {...provider} />}>
      <b>{children}</b>
    </Button>
  )
}
