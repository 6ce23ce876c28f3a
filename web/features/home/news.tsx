import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { announcementCalls } from '#contract/announcement'
import { formatDateTimeJa } from '#contract/day'
import type { AskResult } from '#web/lib/ask.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

const List = styled('ul')(({ theme }) => ({
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  '& li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& a': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 16px',
    padding: '12px 18px',
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a:hover': { textDecoration: 'underline' },
  '& time': { fontSize: 12, fontVariantNumeric: 'tabular-nums', color: theme.okuru.palette.font.sub },
}))

type Announcement = AskResult<typeof announcementCalls.list>['results'][number]

export function News({ items }: { items: readonly Announcement[] }) {
  return (
    <List>
      {items.map(({ id, title, publishedAt, level }) => (
        <li key={id}>
          <Link to="/announcements" hash={`news-${id}`}>
            <time dateTime={publishedAt}>{formatDateTimeJa(publishedAt).split(' ')[0]}</time>
            {level === 'important' && <StatusChip tone="wait">重要</StatusChip>}
            <span>{title}</span>
          </Link>
        </li>
      ))}
    </List>
  )
}
