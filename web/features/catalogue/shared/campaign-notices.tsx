import { styled } from '@mui/material/styles'
import { campaignSentence } from '#contract/campaign'
import { catalogueCalls } from '#contract/catalogue'
import { useStoreQuery } from '#web/features/company/shared/use-store.ts'
import { useCall } from '#web/lib/query-client.ts'

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  '& li': {
    padding: '14px 18px',
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: theme.okuru.radius.card,
  },
  '& b': { display: 'block', lineHeight: 1.5 },
  '& small': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& p': { marginTop: 4, fontSize: 13, lineHeight: 1.7 },
}))

/** Of one shop, or of all shops of the site. */
export const useCampaignNotices = (shop?: number) =>
  useCall(catalogueCalls.campaignNotices, { query: { ...useStoreQuery(), shop } }).data ?? []

export function CampaignNotices({ notices }: { notices: ReturnType<typeof useCampaignNotices> }) {
  return (
    <List>
      {notices.map((notice) => (
        <li key={notice.id}>
          <b>{notice.name}</b>
          <small>{notice.companyName}</small>
          <p>{campaignSentence(notice)}</p>
        </li>
      ))}
    </List>
  )
}
