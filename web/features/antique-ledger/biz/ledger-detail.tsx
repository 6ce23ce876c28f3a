import { useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { useStaff } from '#web/lib/staff.ts'
import { MainButton } from '#web/ui/button.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type LedgerHeader, type LedgerRow, ledgerCell } from './ledger-columns.tsx'
import { LedgerCorrection } from './ledger-correction.tsx'

type Props = { row: LedgerRow; header: LedgerHeader }

export function LedgerDetail({ row, header }: Props) {
  const [correcting, setCorrecting] = useState(false)
  const staff = useStaff()
  const mayCorrect =
    staff?.isAdmin === true &&
    row.correctedBy === null &&
    (row.entryKind === '買受け' || row.entryKind === '訂正')
  return (
    <Stack gap={12}>
      <h2>
        {row.seq}番 {row.itemName}
      </h2>
      {(row.correctsSeq !== null || row.correctedBy !== null) && (
        <Row>
          {row.correctsSeq !== null && <StatusChip tone="wait">{row.correctsSeq}番の訂正</StatusChip>}
          {row.correctedBy !== null && <StatusChip tone="gray">{row.correctedBy}番で訂正済み</StatusChip>}
        </Row>
      )}
      <DefinitionList
        items={[
          ...header.columns.map(({ key, label }) => ({
            key,
            term: label,
            value: ledgerCell(row, key) || '—',
          })),
          { key: 'shop', term: '店舗', value: row.shopName },
          { key: 'created', term: '記載した日時', value: formatDateTimeJa(row.createdAt) },
        ]}
      />
      {mayCorrect && (
        <Row>
          <MainButton size="small" onClick={() => setCorrecting(true)}>
            この記載を訂正する
          </MainButton>
        </Row>
      )}
      {row.correctedBy === null && !mayCorrect && row.entryKind === '買受け' && (
        <Muted style={{ fontSize: 12 }}>訂正は、会社の管理者が行います。</Muted>
      )}
      {correcting && <LedgerCorrection row={row} onClose={() => setCorrecting(false)} />}
    </Stack>
  )
}
