import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { ekycStatus, identificationClauseLabel, identificationKind, labelOf } from '#contract/codes'
import type { customerCalls } from '#contract/customer'
import { formatDateTimeJa } from '#contract/day'
import { identificationGapText } from '#contract/identification'
import { identityCalls } from '#contract/identity'
import type { AskResult } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { ReasonDialog } from '#web/ui/form-dialog.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { RecordForm } from './record-form.tsx'

type Customer = AskResult<typeof customerCalls.shopCustomer>
type Identification = Customer['identifications'][number]

const Missing = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  margin: '6px 0',
  padding: '8px 12px',
  color: theme.okuru.palette.warning.main,
  background: theme.okuru.palette.warning.bg,
  borderRadius: 8,
  '& li': { display: 'grid', gridTemplateColumns: '18px minmax(0, 1fr)', gap: 6, alignItems: 'start' },
}))

const Entry = styled('article')(({ theme }) => ({
  paddingTop: 10,
  '& + article': { marginTop: 10, borderTop: `1px solid ${theme.okuru.palette.border.main}` },
}))

type Props = { shop: number; customer: Customer }

export function IdentificationCard({ shop, customer }: Props) {
  const [recording, setRecording] = useState(false)
  const [clearing, setClearing] = useState(false)
  const params = { shopPk: shop, id: customer.id }
  const current = customer.identifications.find(({ clearedAt }) => clearedAt === null)
  return (
    <Card>
      <Row style={{ justifyContent: 'space-between' }}>
        <h2>本人確認</h2>
        {!recording && (
          <Row>
            {current && <QuietButton onClick={() => setClearing(true)}>取り消す</QuietButton>}
            <MainButton onClick={() => setRecording(true)}>
              {current ? '新しく記録する' : '本人確認を記録する'}
            </MainButton>
          </Row>
        )}
      </Row>
      {recording && (
        <RecordForm
          params={params}
          customer={customer}
          onDone={() => setRecording(false)}
          onCancel={() => setRecording(false)}
        />
      )}
      {customer.identifications.length === 0 && !recording && (
        <Muted>まだ記録がありません。本人確認が終わるまで、買取の契約は成立しません。</Muted>
      )}
      {customer.identifications.map((record) => (
        <Check key={record.id} record={record} />
      ))}
      {clearing && <ClearDialog params={params} onClose={() => setClearing(false)} />}
    </Card>
  )
}

const clauseText = (clause: string): string =>
  Object.hasOwn(identificationClauseLabel, clause)
    ? identificationClauseLabel[clause as keyof typeof identificationClauseLabel]
    : clause

function stateOf({ clearedAt, missing, ekycStatus: ekycState }: Identification) {
  if (clearedAt !== null) return { tone: 'gray', text: '取り消し・置き換え済み' } as const
  return missing.length > 0
    ? ({ tone: 'wait', text: 'まだ足りません' } as const)
    : ({ tone: ekycState === 3 ? 'ok' : 'wait', text: labelOf(ekycStatus, ekycState) } as const)
}

function Check({ record }: { record: Identification }) {
  const { tone, text } = stateOf(record)
  return (
    <Entry>
      <Row>
        <StatusChip tone={tone}>{text}</StatusChip>
        <b>{clauseText(record.clause)}</b>
      </Row>
      {record.clearedAt === null && record.missing.length > 0 && (
        <Missing aria-label="足りないもの">
          {record.missing.map((gap) => (
            <li key={gap}>
              <Icon name="warning" size={16} />
              {labelOf(identificationGapText, gap)}
            </li>
          ))}
        </Missing>
      )}
      <DefinitionList
        items={[
          {
            key: 'document',
            term: '書類',
            value: [
              labelOf(identificationKind, record.identificationKind),
              record.documentIssuer,
              record.documentNumberMasked,
            ]
              .filter(Boolean)
              .join(' ・ '),
          },
          { key: 'name', term: '確認した氏名', value: record.verifiedName },
          ...(record.verifiedAgentName
            ? [
                {
                  key: 'agent',
                  term: '取引担当者',
                  value: [record.verifiedAgentName, record.authorityEvidence].filter(Boolean).join(' ・ '),
                },
              ]
            : []),
          { key: 'address', term: '確認した住所', value: record.verifiedAddress },
          {
            key: 'by',
            term: '確認',
            value:
              [record.verifiedBy, record.verifiedAt && formatDateTimeJa(record.verifiedAt)]
                .filter(Boolean)
                .join(' ・ ') || '—',
          },
          ...(record.clearedAt
            ? [
                {
                  key: 'cleared',
                  term: '終わった理由',
                  value: `${record.clearedReason}(${formatDateTimeJa(record.clearedAt)})`,
                },
              ]
            : []),
        ]}
      />
    </Entry>
  )
}

type ClearProps = { params: { shopPk: number; id: number }; onClose: () => void }

function ClearDialog({ params, onClose }: ClearProps) {
  const clear = useMutationOf(identityCalls.clear)
  return (
    <ReasonDialog
      call={identityCalls.clear}
      title="本人確認を取り消します"
      confirm="本人確認を取り消す"
      label="理由"
      send={(body) => clear.mutateAsync({ params, body })}
      onClose={onClose}
    >
      記録は理由とともに残ります。もう一度確認が済むまで、このお客さまとの契約は成立しません。
    </ReasonDialog>
  )
}
