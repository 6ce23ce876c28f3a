import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type Dealer, stateOf } from './identity.rules.ts'

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  marginBottom: 4,
  '& h3': { ...theme.typography.h3 },
}))

export const Points = styled('ul')({
  paddingLeft: 20,
  fontSize: 14,
  '& li': { listStyle: 'disc', padding: '4px 0' },
})

export const NoChecks = ({ children }: { children: ReactNode }) => (
  <Stack gap={12}>
    <Notice title="いまお願いすることはありません">{children}</Notice>
    <NextLink to="/requests/new">買取を申し込む</NextLink>
  </Stack>
)

export function DealerCard({ dealer, children }: { dealer: Dealer; children: ReactNode }) {
  const { chip, tone } = stateOf(dealer)
  const shops = dealer.shops.join('・')
  return (
    <Card>
      <Head>
        <h3>{shops || dealer.name}</h3>
        <StatusChip tone={tone}>{chip}</StatusChip>
      </Head>
      {shops !== '' && <p style={{ fontSize: 13 }}>{dealer.name}</p>}
      <div style={{ marginTop: 8, fontSize: 14 }}>{children}</div>
    </Card>
  )
}
