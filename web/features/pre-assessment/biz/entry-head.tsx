import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { preAssessmentCalls, preAssessmentChannelLabel } from '#contract/pre-assessment'
import { formatPhone } from '#contract/text'
import { monthDay } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Prospect } from './pre-assessment-words.ts'
import type { Entry } from './use-entry.ts'

const Parts = styled(Card)(({ theme }) => ({
  display: 'grid',
  gap: '12px 20px',
  '& .who > b': { display: 'block', fontSize: 16 },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1.3fr) minmax(0, 1fr)' },
  '& .settings': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(96px, 1fr))', gap: 8 },
  '& .memo': { gridColumn: '1 / -1' },
  '& .memo textarea': { minHeight: 36 },
}))

/** Who asks, by which way, and what was said. */
export function EntryHead({ entry, onProspect }: { entry: Entry; onProspect: () => void }) {
  const { data, isOpen, editHead } = entry
  if (!data) return null
  return (
    <Parts>
      <div className="who">
        <Muted style={{ fontSize: 12 }}>お客さま</Muted>
        {data.prospectDetail && data.prospect === data.prospectDetail.id ? (
          <Person person={data.prospectDetail} onEdit={isOpen ? onProspect : undefined} />
        ) : (
          <Row>
            <Muted>{data.prospect === null ? 'まだ記録していません' : '保存しています…'}</Muted>
            {isOpen && (
              <QuietButton size="small" onClick={onProspect} endIcon={<Kbd>Alt C</Kbd>}>
                お客さまを選ぶ
              </QuietButton>
            )}
          </Row>
        )}
      </div>
      <Settings entry={entry} />
      <div className="memo">
        <TextArea
          label="メモ(店内用)"
          labelEnd={isOpen && <Kbd>M</Kbd>}
          rows={1}
          name="pre-note"
          maxLength={1000}
          readOnly={!isOpen}
          value={data.note}
          onChange={({ target }) => editHead({ note: target.value })}
        />
      </div>
    </Parts>
  )
}

function Person({ person, onEdit }: { person: Prospect; onEdit: (() => void) | undefined }) {
  const { name, nameKana, phone, email, hasLine, preAssessments, lastOn } = person
  return (
    <>
      <b>
        {name ? `${name} 様` : 'お名前は未記入'}{' '}
        <Muted style={{ fontSize: 12, fontWeight: 400 }}>{nameKana}</Muted>
      </b>
      <Row gap={10}>
        {phone && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
        {email && <span>{email}</span>}
        {hasLine && <StatusChip tone="ok">LINE友だち</StatusChip>}
        {preAssessments > 1 && (
          <Link to="/biz/pre-assessments" search={{ customer: person.id }}>
            {`${preAssessments}回目${lastOn ? `・前回 ${monthDay(lastOn)}` : ''}`}
          </Link>
        )}
        {onEdit && (
          <QuietButton size="small" onClick={onEdit} endIcon={<Kbd>Alt C</Kbd>}>
            変える
          </QuietButton>
        )}
      </Row>
    </>
  )
}

const channels = Object.entries(preAssessmentChannelLabel).map(([value, label]) => ({ value, label }))

function Settings({ entry: { data, isOpen, editHead } }: { entry: Entry }) {
  const { data: operators = [] } = useCall(preAssessmentCalls.operators)
  const shops = useStaff()?.company.shops ?? []
  if (!data) return null
  const isKnown = operators.some(({ id }) => id === data.operator)
  return (
    <div className="settings">
      <SelectField
        label="受付"
        value={data.channel}
        disabled={!isOpen}
        options={channels}
        onChange={({ target }) => editHead({ channel: target.value as typeof data.channel })}
      />
      <SelectField
        label="担当"
        emptyLabel="—"
        value={data.operator ?? ''}
        disabled={!isOpen}
        options={[
          ...operators.map(({ id, name }) => ({ value: id, label: name })),
          ...(isKnown || data.operator === null ? [] : [{ value: data.operator, label: data.operatorName }]),
        ]}
        onChange={({ target }) => editHead({ operator: target.value === '' ? null : Number(target.value) })}
      />
      {shops.length > 1 && (
        <SelectField
          label="店舗"
          value={data.shop}
          disabled={!isOpen}
          options={shops.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => editHead({ shop: Number(target.value) })}
        />
      )}
    </div>
  )
}
