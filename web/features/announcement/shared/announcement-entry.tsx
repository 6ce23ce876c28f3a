import { styled } from '@mui/material/styles'
import { formatDateTimeJa } from '#contract/day'
import { Card } from '#web/ui/card.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

const Entry = styled(Card)(({ theme }) => ({
  scrollMarginTop: 16,
  overflowWrap: 'anywhere',
  '& h2, & h3': { ...theme.typography.h3, marginTop: 4 },
  '& p': { marginTop: 6, whiteSpace: 'pre-line' },
  '& time': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '&:target': { borderColor: theme.okuru.palette.primary.light },
}))

type Props = {
  id?: string
  title: string
  body: string
  level: 'info' | 'important'
  publishedAt: string
  sender?: string
  heading?: 'h2' | 'h3'
}

export function AnnouncementEntry(props: Props) {
  const { id, title, body, level, publishedAt, sender, heading: Heading = 'h2' } = props
  return (
    <Entry id={id}>
      <Row>
        <time dateTime={publishedAt}>{formatDateTimeJa(publishedAt)}</time>
        {sender && <Muted style={{ fontSize: 12 }}>{sender}より</Muted>}
        {level === 'important' && <StatusChip tone="wait">重要</StatusChip>}
      </Row>
      <Heading>{title}</Heading>
      <p>
        <LinkedText>{body}</LinkedText>
      </p>
    </Entry>
  )
}
