import { Row } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { itemStatusText, itemTone } from './statuses.ts'

type Props = { status: number; isDisputed: boolean; isRescinded?: boolean }

export const ItemState = ({ status, isDisputed, isRescinded = false }: Props) => (
  <Row gap={4}>
    <StatusChip tone={itemTone(status)}>{itemStatusText(status)}</StatusChip>
    {isDisputed && <StatusChip tone="wait">見直しの希望</StatusChip>}
    {isRescinded && <StatusChip tone="gray">契約取り消し</StatusChip>}
  </Row>
)
