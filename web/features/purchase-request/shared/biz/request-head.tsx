import { styled } from '@mui/material/styles'
import { dealBlockerSentences } from '#contract/deal-blocker'
import { Icon } from '#web/ui/icons.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { ItemThumbnail } from './item-thumbnail.tsx'
import { requestStatusText, requestTone } from './statuses.ts'
import type { BizRequest } from './types.ts'

export function RequestChips({ request }: { request: BizRequest }) {
  return (
    <Row gap={6}>
      <StatusChip tone={requestTone(request.status)}>{requestStatusText(request.status)}</StatusChip>
      <StatusChip tone={request.customerIsVerified ? 'ok' : 'wait'}>
        {request.customerIsVerified ? '本人確認済み' : '本人確認前'}
      </StatusChip>
      <StatusChip tone="gray">{`${request.customerRequestCount}回目`}</StatusChip>
      {request.isHeld && <StatusChip tone="late">保留中</StatusChip>}
      {request.countObjections.some(({ answeredAt }) => answeredAt === null) && (
        <StatusChip tone="wait">点数のご指摘</StatusChip>
      )}
    </Row>
  )
}

export function RequestTotal({ request }: { request: BizRequest }) {
  const count = request.items.length || request.arrivedItemCount || request.itemCount
  const { agreed } = request
  return (
    <>
      <Row style={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Muted>
          {request.offerTotal === null ? '査定額(公開前)' : '査定額'}
          {count ? ` ${count}点` : ''}
        </Muted>
        <Yen amount={request.offerTotal} size={agreed ? 16 : 24} />
      </Row>
      {agreed && (
        <Row style={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
          <Muted>{`買取額 ${agreed.count}点`}</Muted>
          <Yen amount={agreed.total} size={24} />
        </Row>
      )}
    </>
  )
}

const Photos = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: 8,
})

export function PhotoRow({ request }: { request: BizRequest }) {
  const { items } = request
  if (items.length === 0) return null
  const rest = items.length - 4
  return (
    <Photos>
      {items.slice(0, 4).map(({ slug, photo, brandName, categoryName }, index) => (
        <ItemThumbnail
          key={slug}
          src={photo?.thumbnailUrl}
          alt={`${brandName} ${categoryName}`.trim() || '商品'}
          more={index === 3 && rest > 0 ? rest : undefined}
        />
      ))}
    </Photos>
  )
}

const Block = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  padding: '8px 12px',
  fontSize: 12,
  color: theme.okuru.palette.warning.main,
  background: theme.okuru.palette.warning.bg,
  borderRadius: 8,
  '& li': { display: 'flex', gap: 6 },
}))

export function Blocks({ request }: { request: BizRequest }) {
  const lines = [
    ...dealBlockerSentences(request.dealBlockers),
    ...request.holds
      .filter(({ releasedAt }) => releasedAt === null)
      .map(({ reason, firstReleaseBy }) =>
        firstReleaseBy
          ? `保留中: ${reason}(${firstReleaseBy} が確認済み。もう1人の確認を待っています)`
          : `保留中: ${reason}`,
      ),
  ]
  if (lines.length === 0) return null
  return (
    <Block aria-label="進めない理由">
      {lines.map((line) => (
        <li key={line}>
          <Icon name="warning" size={16} />
          {line}
        </li>
      ))}
    </Block>
  )
}
