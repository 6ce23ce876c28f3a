import { useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { useStaff } from '#web/lib/staff.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type LedgerHeader, type LedgerRow, ledgerCell } from './ledger-columns.tsx'
import { LedgerCorrection } from './ledger-correction.tsx'

type Props = { row: LedgerRow; header: LedgerHeader; onArticle?: (slug: string) => void }

export function LedgerDetail({ row, header, onArticle }: Props) {
  const [correcting, setCorrecting] = useState(false)
  const staff = useStaff()
  const mayCorrect = staff?.isAdmin === true && row.correctedBy === null && row.entryKind !== '売却'
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
          {
            key: 'hash',
            term: '照合値',
            value: <code style={{ overflowWrap: 'anywhere' }}>{row.hash}</code>,
          },
        ]}
      />
      {mayCorrect && (
        <Row>
          <MainButton size="small" onClick={() => setCorrecting(true)}>
            この記載を訂正する
          </MainButton>
        </Row>
      )}
      {onArticle && row.slug !== null && (
        <Row>
          <QuietButton onClick={() => onArticle(row.slug ?? '')}>この品物の記載をすべて見る</QuietButton>
        </Row>
      )}
      {row.correctedBy === null && !mayCorrect && row.entryKind !== '売却' && staff?.role === 'staff' && (
        <Muted style={{ fontSize: 12 }}>訂正は、会社の管理者が行います。</Muted>
      )}
      {correcting && <LedgerCorrection row={row} onClose={() => setCorrecting(false)} />}
    </Stack>
  )
}
