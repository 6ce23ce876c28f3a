import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { labelOf, salesChannel } from '#contract/codes'
import { formatDateTimeJa } from '#contract/day'
import { itemStatusLabel } from '#contract/lifecycle'
import { type MatchReason, matchReasonLabel } from '#contract/notice-match'
import { stolenNoticeCalls } from '#contract/stolen-notice'
import { monthDay } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { type Article, articleLabels, type NoticeMatch } from './notice.rules.ts'

const Beside = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '144px minmax(0, 1fr)' },
  '& img': { width: '100%', maxWidth: 220, aspectRatio: '1', objectFit: 'cover', borderRadius: 8 },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 13, tableLayout: 'fixed' },
  '& th, & td': {
    padding: '5px 6px',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& thead th': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& tbody th': { width: '26%', fontSize: 12, fontWeight: 400, color: theme.okuru.palette.font.sub },
  '& tr[data-agrees]': { background: theme.okuru.palette.warning.bg },
  '& tr[data-agrees="wholly"] td': { fontWeight: 700 },
}))

const rows = [
  { key: 'brand', reasons: ['brand'], item: 'brandName' },
  { key: 'category', reasons: ['category', 'category_near'], item: 'categoryName' },
  { key: 'name', reasons: ['name'], item: 'name' },
  { key: 'color', reasons: ['color', 'color_near'], item: 'color' },
  { key: 'serialNumber', reasons: ['serial', 'serial_near'], item: 'serialNumber' },
  { key: 'productNumber', reasons: ['product_number', 'product_number_near'], item: 'productNumber' },
  { key: 'otherNumber', reasons: ['other_number', 'other_number_near'], item: 'serialNumber' },
  { key: 'features', reasons: ['features'], item: 'features' },
] as const satisfies readonly {
  key: keyof typeof articleLabels
  reasons: readonly [MatchReason, MatchReason?]
  item: keyof NoticeMatch['item']
}[]

type Props = { match: NoticeMatch; article: Article | undefined; isLive: boolean }

export function MatchCard({ match, article, isLive }: Props) {
  const [asking, setAsking] = useState<'confirm' | 'dismiss'>()
  const { item } = match
  const title = item.name || `${item.seq}点目`
  return (
    <Card>
      <Stack gap={8}>
        <Row style={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
          <h3>{title}</h3>
          <State match={match} isLive={isLive} />
        </Row>
        <p style={{ fontSize: 13 }}>{match.reasons.map((reason) => matchReasonLabel[reason]).join('、')}</p>
        <Beside>
          {item.photo ? (
            <a href={item.photo.url} target="_blank" rel="noreferrer">
              <img src={item.photo.thumbnailUrl} alt={`${title}の写真(大きく見る)`} />
            </a>
          ) : (
            <Muted style={{ fontSize: 12 }}>写真はまだありません</Muted>
          )}
          <Compared match={match} article={article} />
        </Beside>
        <Muted style={{ fontSize: 12 }}>
          <Link to="/biz/requests/$id" params={{ id: String(item.request) }}>
            申し込み {item.request}
          </Link>
          {` ・ ${item.customerName} 様 ・ ${item.shopName} ・ ${labelOf(itemStatusLabel, item.status)}`}
        </Muted>
        {item.sold && <SoldNote sold={item.sold} slug={item.slug} />}
        {match.state === 'open' && isLive && (
          <Row>
            <NextButton onClick={() => setAsking('confirm')}>該当の疑いで保留にする</NextButton>
            <QuietButton onClick={() => setAsking('dismiss')}>別の品と確認した</QuietButton>
          </Row>
        )}
        {match.hold !== null && !match.isReleased && (
          <Row>
            <QuietLink to="/biz/holds" search={{ open: match.hold }}>
              保留と届け出を見る
            </QuietLink>
          </Row>
        )}
      </Stack>
      {asking && (
        <DecideDialog match={match} act={asking} title={title} onClose={() => setAsking(undefined)} />
      )}
    </Card>
  )
}

/** The police ask whom it went to. */
function SoldNote({ sold, slug }: { sold: NonNullable<NoticeMatch['item']['sold']>; slug: string }) {
  return (
    <Notice
      tone="late"
      title={`${monthDay(sold.soldOn)}に${labelOf(salesChannel, sold.salesChannel)}で販売しました`}
    >
      {sold.ledgerSeq === null ? (
        '買い手の記録は、古物台帳にありません(法律が求めていない品です)。'
      ) : (
        <>
          買い手は、古物台帳の
          <Link to="/biz/ledger" search={{ slug }}>
            {sold.ledgerSeq}番
          </Link>
          にあります。
        </>
      )}
    </Notice>
  )
}

function State({ match, isLive }: { match: NoticeMatch; isLive: boolean }) {
  if (match.state === 'open')
    return isLive ? (
      <StatusChip tone="late">確認待ち</StatusChip>
    ) : (
      <StatusChip tone="gray">期限切れ</StatusChip>
    )
  if (match.state === 'dismissed') return <StatusChip tone="gray">別の品</StatusChip>
  return (
    <StatusChip tone={match.isReleased ? 'gray' : 'wait'}>
      {match.isReleased ? '保留を解除' : '保留中'}
    </StatusChip>
  )
}

function Compared({ match, article }: { match: NoticeMatch; article: Article | undefined }) {
  const agrees = ([whole, near]: readonly [MatchReason, MatchReason?]) => {
    if (match.reasons.includes(whole)) return whole === 'name' || whole === 'features' ? 'nearly' : 'wholly'
    return near && match.reasons.includes(near) ? 'nearly' : undefined
  }
  const wanted = (key: (typeof rows)[number]['key']): string =>
    article ? (key === 'category' ? article.categoryName : article[key]) : ''
  return (
    <Stack gap={6}>
      <table>
        <thead>
          <tr>
            <th>
              <VisuallyHidden>項目</VisuallyHidden>
            </th>
            <th>品触れ</th>
            <th>この品</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ key, item }) => wanted(key) || (key !== 'otherNumber' && match.item[item]))
            .map(({ key, reasons, item }) => (
              <tr key={key} data-agrees={agrees(reasons)}>
                <th scope="row">{articleLabels[key]}</th>
                <td>{wanted(key) || '—'}</td>
                <td>{match.item[item] || '—'}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {match.decidedAt && (
        <Muted style={{ fontSize: 12 }}>
          {`${match.decidedBy || '番号が一致したため自動'} ・ ${formatDateTimeJa(match.decidedAt)}`}
          {match.decisionReason && ` ・ ${match.decisionReason}`}
        </Muted>
      )}
    </Stack>
  )
}

const words = {
  confirm: {
    title: '該当の疑いで保留にします',
    confirm: '保留にする',
    help: '保留の間は、公開・契約・返送・商品化が止まります。警察への届け出は「保留」の一覧から記録します。',
    label: '確かめたこと',
    done: '保留にしました。警察に届け出てください。',
  },
  dismiss: {
    title: '別の品と確認しました',
    confirm: '別の品とする',
    help: 'この組み合わせは、もうお知らせしません。あとから番号が一致したときだけ、保留にします。',
    label: '別の品とわかった理由',
    done: '別の品として記録しました。',
  },
} as const

type DecideProps = { match: NoticeMatch; act: 'confirm' | 'dismiss'; title: string; onClose: () => void }

function DecideDialog({ match, act, title, onClose }: DecideProps) {
  const decide = useMutationOf(stolenNoticeCalls[act])
  const { help, label, done, ...dialog } = words[act]
  const form = useShortForm(stolenNoticeCalls[act], {
    labels: { reason: label },
    blank: { reason: MISSING_REASON },
    defaultValues: { reason: '' },
    draft: `notice-match-${act}-${match.id}`,
  })
  return (
    <FormDialog
      form={form}
      {...dialog}
      Confirm={MainButton}
      send={async (body) => {
        await decide.mutateAsync({ params: { id: match.id }, body })
        notify.done(done)
      }}
      onClose={onClose}
    >
      <p>{`「${title}」(申し込み ${match.item.request})`}</p>
      <p>{help}</p>
      <TextArea required autoFocus maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
