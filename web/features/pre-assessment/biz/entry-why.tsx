import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { formatYen } from '#contract/text'
import { ask } from '#web/lib/ask.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Inset } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { type Bin, Histogram } from '#web/ui/histogram.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Row as Line, Muted, Stack } from '#web/ui/page.tsx'
import { RefusedPanel } from '#web/ui/refused-panel.tsx'
import { EntryPhotos } from './entry-photos.tsx'
import { assessmentQuery } from './entry-queues.ts'
import { reasonText } from './entry-rows.tsx'
import type { Amounts, Named, Row, Step } from './entry-types.ts'
import { bandText } from './pre-assessment-words.ts'
import type { Entry, Line as EntryLine } from './use-entry.ts'

const Steps = styled('ol')(({ theme }) => ({
  '& li': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) auto',
    gap: 8,
    alignItems: 'baseline',
    padding: '7px 0',
    borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
    fontVariantNumeric: 'tabular-nums',
  },
  '& li > i': {
    fontStyle: 'normal',
    fontWeight: 700,
    fontSize: 12,
    lineHeight: '20px',
    textAlign: 'center',
    borderRadius: 10,
    background: theme.okuru.palette.primary.lightest,
  },
}))

/** A drift of more than this much is said, in thousandths. */
const muchDrift = 150

type Props = { entry: Entry; line: EntryLine; number: number; onHand: () => void }

/** The reasons of the row in hand, in the order in which they are said on the telephone. */
export function EntryWhy({ entry, line, number, onHand }: Props) {
  const { row, amounts, named } = line
  const { isOpen, edit, queue } = entry
  const title = [row.brandName, row.categoryName].filter(Boolean).join(' ') || '新しい品物'
  const { problem } = line.entry ?? {}
  return (
    <Stack gap={14}>
      <div>
        <Muted style={{ fontSize: 12 }}>{`${number}行目の根拠`}</Muted>
        <h2 style={{ fontSize: 16 }}>{title}</h2>
      </div>
      {problem?.kind === 'refused' && (
        <RefusedPanel error={problem.error} onDiscard={() => queue.discard(row.slug)} />
      )}
      {amounts.low !== null && amounts.high !== null && <Say amounts={amounts} />}
      <Reasons amounts={amounts} row={row} />
      {isOpen && (
        <Line>
          <QuietButton size="small" onClick={onHand} endIcon={<Kbd>Alt H</Kbd>}>
            {row.hand ? '手で決めた幅を直す' : '手で幅を決める'}
          </QuietButton>
          {row.hand && (
            <QuietButton size="small" onClick={() => edit(row.slug, { hand: null })}>
              テンプレートの幅に戻す
            </QuietButton>
          )}
        </Line>
      )}
      <Drift entry={entry} line={line} />
      <Past past={named?.past} row={row} />
      <TextField
        label="この品のメモ(店内用)"
        value={row.note}
        maxLength={200}
        readOnly={!isOpen}
        onChange={({ target }) => edit(row.slug, { note: target.value })}
      />
      {row.id !== null && <EntryPhotos key={row.id} entry={entry} item={row.id} row={row} />}
    </Stack>
  )
}

export const phraseOf = (low: number, high: number): string =>
  low === high
    ? `${formatYen(low)}ほどです。金額は、お品物を拝見してから決まります。`
    : `${formatYen(low)}から${formatYen(high)}ほどです。金額は、お品物を拝見してから決まります。`

function Say({ amounts: { low, high } }: { amounts: Amounts }) {
  if (low === null || high === null) return null
  return (
    <Inset>
      <b style={{ fontSize: 12 }}>電話での言い方</b>
      <p>「{phraseOf(low, high)}」</p>
    </Inset>
  )
}

const amountText = ({ amount, low, high }: Step): string =>
  low !== undefined && high !== undefined
    ? bandText(low, high)
    : amount === undefined
      ? ''
      : formatYen(amount)

function Reasons({ amounts, row }: { amounts: Amounts; row: Row }) {
  if (amounts.steps.length === 0) return <Muted>{reasonText(row, amounts) || '金額を調べています…'}</Muted>
  return (
    <Steps aria-label="金額の根拠">
      {amounts.steps.map((step, index) => (
        <li key={step.step}>
          <i>{index + 1}</i>
          <span>{step.label}</span>
          <b>{amountText(step)}</b>
        </li>
      ))}
      {row.hand && (
        <li>
          <i>{amounts.steps.length + 1}</i>
          <span>{row.hand.reason ? `手で決めた幅: ${row.hand.reason}` : '手で決めた幅'}</span>
          <b>{bandText(row.hand.low, row.hand.high)}</b>
        </li>
      )}
    </Steps>
  )
}

/** What the templates of today would say of a row that was named before, and how far they are from what was paid. */
function Drift({ entry, line: { row, amounts, named } }: { entry: Entry; line: EntryLine }) {
  const { isOpen, isPending, id, client } = entry
  const drift = named?.driftPermille
  const isOld =
    isOpen &&
    !isPending(row) &&
    row.hand === null &&
    named !== undefined &&
    row.id !== null &&
    (named.low !== amounts.low || named.high !== amounts.high)
  const renew = async () => {
    if (row.id === null) return
    const params = { assessmentPk: id, id: row.id }
    await ask(preAssessmentCalls.updateItem, { params, body: { version: row.version } })
    await client.invalidateQueries({ queryKey: assessmentQuery(id).queryKey })
  }
  return (
    <>
      {isOld && (
        <Notice
          tone="wait"
          title="テンプレートが変わっています"
          actions={
            <button type="button" onClick={() => void renew()}>
              いまの幅にする
            </button>
          }
        >
          {`いまのテンプレートでは ${bandText(named.low, named.high)} です。お伝えした幅は、直すまで変わりません。`}
        </Notice>
      )}
      {drift != null && Math.abs(drift) > muchDrift && (
        <Notice tone="wait" title="買取実績から離れています">
          {`実績の中央値は、目安の中心より${(Math.abs(drift) / 10).toFixed(0)}%${drift > 0 ? '高い' : '低い'}金額です。テンプレートの見直しを管理者に知らせてください。`}
        </Notice>
      )}
    </>
  )
}

function binsOf({ min, max, histogram }: NonNullable<Named['past']>): Bin[] {
  const step = (max - min) / histogram.length
  return histogram.map((count, index) => ({
    from: Math.round(min + step * index),
    to: Math.round(min + step * (index + 1)),
    count,
  }))
}

function Past({ past, row }: { past: Named['past'] | undefined; row: Row }) {
  if (row.category === null || row.condition === null) return null
  return (
    <section aria-label="自社の買取実績">
      <h3 style={{ fontSize: 13, marginBottom: 8 }}>
        自社の買取実績{' '}
        {past && <Muted style={{ fontWeight: 400 }}>{`直近${past.days}日 ・ n=${past.n}`}</Muted>}
      </h3>
      {past ? (
        <>
          {past.min < past.max && (
            <Histogram
              label={`自社の買取実績 ${past.n}件`}
              bins={binsOf(past)}
              median={past.median}
              height={64}
            />
          )}
          <p style={{ fontSize: 12 }}>
            {`中央値 ${formatYen(past.median)} ・ 半数が ${bandText(past.q1, past.q3)}`}{' '}
            {row.brand !== null && (
              <Link to="/biz/items" search={{ brand: row.brand, category: row.category }}>
                {`${past.n}件を見る`}
              </Link>
            )}
          </p>
        </>
      ) : (
        <Muted>同じブランド・カテゴリ・状態の買取はまだありません。</Muted>
      )}
    </section>
  )
}
