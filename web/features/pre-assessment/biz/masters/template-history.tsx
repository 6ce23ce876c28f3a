import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { formatYen } from '#contract/text'
import { dateTimeJa } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Muted } from '#web/ui/page.tsx'
import { WhenPartRead } from '#web/ui/query-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type Template, templateName, templateTexts, wideDrift } from './template.rules.ts'

const Versions = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gap: 2,
    padding: '10px 0',
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
    fontVariantNumeric: 'tabular-nums',
  },
  '& b': { fontSize: 18 },
  '& small': { fontSize: 12, color: theme.okuru.palette.font.sub },
}))

const daysText = ({ validFrom, validTo }: Pick<Template, 'validFrom' | 'validTo'>): string =>
  `${validFrom.replaceAll('-', '/')} 〜 ${(validTo ?? '').replaceAll('-', '/')}`

/** What the template is worth beside own purchases, and all its versions. */
export function TemplateHistory({ id }: { id: number }) {
  const read = useCall(calls.templateHistory, { params: { id } })
  return (
    <WhenPartRead state={read}>
      {(versions) => {
        const own = versions.find((version) => version.id === id) ?? versions[0]
        if (!own) return null
        return (
          <>
            <h2>{templateName(templateTexts(own))}</h2>
            <Past template={own} />
            <h3 style={{ fontSize: 13 }}>{`履歴 ${versions.length}版`}</h3>
            <Versions>
              {versions.map((version) => (
                <Version key={version.id} version={version} />
              ))}
            </Versions>
          </>
        )
      }}
    </WhenPartRead>
  )
}

function Version({ version }: { version: Template }) {
  return (
    <li>
      <span>
        <b>{formatYen(version.base)}</b> {`±${version.bandPermille / 10}%`}{' '}
        {version.replacedAt === null && <StatusChip tone="ok">適用中・予定</StatusChip>}
      </span>
      <span>{daysText(version)}</span>
      <small>
        {`${dateTimeJa(version.createdAt)} ${version.createdByName}`}
        {version.replacedAt !== null && `、${dateTimeJa(version.replacedAt)}に終わり`}
      </small>
    </li>
  )
}

function Past({ template }: { template: Template }) {
  const { pastN, pastMedian, driftPermille, base, brand, category } = template
  if (pastN == null || pastMedian == null)
    return (
      <Muted style={{ fontSize: 13 }}>
        同じ条件の買取が5件になると、実績との差を毎晩計算して表示します。
      </Muted>
    )
  const isWide = driftPermille !== null && Math.abs(driftPermille) > wideDrift
  const rows = (
    <Link to="/biz/items" search={{ brand: brand ?? undefined, category: category ?? undefined }}>
      この条件の商品を見る
    </Link>
  )
  const sentence = `自社の買取 n=${pastN}、中央値 ${formatYen(pastMedian)}(基準額 ${formatYen(base)})。`
  return isWide ? (
    <Notice tone="wait" title={`実績と${Math.abs(driftPermille) / 10}%離れています`}>
      {sentence}基準額の見直しをご検討ください。{rows}
    </Notice>
  ) : (
    <p>
      {sentence}
      {rows}
    </p>
  )
}
