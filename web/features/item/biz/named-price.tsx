import { Link } from '@tanstack/react-router'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { isBelowNamed } from '#contract/publication'
import { formatYen } from '#contract/text'
import { monthDay } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { FailedPart } from '#web/ui/query-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type Band = { low: number; high: number }

/** Where the price stands to what was named. */
export function namedDifference(price: number | null, { low, high }: Band): string {
  if (price === null) return ''
  if (price < low) return `下限より ${formatYen(low - price)} 低い`
  return price > high ? `上限より ${formatYen(price - high)} 高い` : '幅の中'
}

type Props = {
  slug: string
  /** Without what a campaign adds, which was not named. */
  price: number | null
  readOnly: boolean
}

/** What the customer was told before sending the article, and how far the price is from it. */
export function NamedPrice({ slug, price, readOnly }: Props) {
  const read = useCall(preAssessmentCalls.namedOfItem, { params: { slug } })
  const link = useMutationOf(preAssessmentCalls.linkItem)
  if (read.isError && !read.data) return <FailedPart state={read} />
  const { named, candidates } = read.data ?? { named: null, candidates: [] }
  if (!named && candidates.length === 0) return null
  const choose = async (value: string) => {
    try {
      await link.mutateAsync({ params: { slug }, body: { preItem: value === '' ? null : Number(value) } })
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  const nameOf = ({ brandName, categoryName, conditionName, low, high }: (typeof candidates)[number]) =>
    `${[brandName, categoryName, conditionName].filter(Boolean).join(' ')} ${formatYen(low)}〜${formatYen(high)}`
  return (
    <Card as="section" aria-label="事前にお伝えした目安" style={{ display: 'grid', gap: 8, fontSize: 12 }}>
      <Row gap={10}>
        <h2 style={{ fontSize: 12 }}>事前にお伝えした目安</h2>
        {named && (
          <>
            <b style={{ fontSize: 15 }}>{`${formatYen(named.low)}〜${formatYen(named.high)}`}</b>
            {price !== null && (
              <StatusChip tone={isBelowNamed(price, named.low) ? 'wait' : 'ok'}>
                {namedDifference(price, named)}
              </StatusChip>
            )}
            <Muted>
              {`${monthDay(named.namedOn)} ・ 中心 ${formatYen(named.center)} ・ `}
              <Link to="/biz/pre-assessments/$id" params={{ id: String(named.preAssessment) }}>
                {`P-${named.preAssessment}`}
              </Link>
            </Muted>
          </>
        )}
      </Row>
      {(!readOnly || !named) && candidates.length > 0 && (
        <SelectField
          label="どの品物としてお伝えしたか"
          emptyLabel={named ? '事前査定にない品物' : '選んでください'}
          value={named?.preItem ?? ''}
          disabled={readOnly || link.isPending}
          options={candidates.map((one) => ({ value: one.preItem, label: nameOf(one) }))}
          onChange={({ target }) => void choose(target.value)}
        />
      )}
    </Card>
  )
}
