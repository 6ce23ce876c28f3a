import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { holdKindLabel } from '#contract/codes'
import { formatDateTimeJa, tokyoClock } from '#contract/day'
import { holdCalls } from '#contract/hold'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { orderFacts, releaseFacts } from '../shared/hold-facts.ts'
import { placedByComparison, ReleaseDialog, releaseWords } from '../shared/holds-card.tsx'
import type { HoldRow } from './holds.page.tsx'

export function HoldDetail({ hold }: { hold: HoldRow }) {
  const [reporting, setReporting] = useState(false)
  const [releasing, setReleasing] = useState(false)
  const mayReport = hold.kind !== 'dispute'
  return (
    <Stack gap={12}>
      <h2>{hold.itemName || `申し込み ${hold.request}`}</h2>
      <p>{hold.reason}</p>
      <DefinitionList
        items={[
          { key: 'kind', term: '種類', value: holdKindLabel[hold.kind] },
          {
            key: 'placed',
            term: '保留した人',
            value: `${hold.placedBy || placedByComparison} ・ ${formatDateTimeJa(hold.placedAt)}`,
          },
          ...orderFacts(hold),
          ...(mayReport
            ? [
                {
                  key: 'report',
                  term: '警察への届け出',
                  value: hold.reportedAt
                    ? [
                        hold.policeStation,
                        formatDateTimeJa(hold.reportedAt),
                        hold.reportedBy,
                        hold.reportNumber,
                      ]
                        .filter(Boolean)
                        .join(' ・ ')
                    : 'まだ届け出ていません',
                },
              ]
            : []),
          ...hold.earlierReports.map((report) => ({
            key: `earlier-${report.recordedAt}`,
            term: '直す前の届け出',
            value: [
              report.policeStation,
              formatDateTimeJa(report.reportedAt),
              report.reportNumber,
              `${report.recordedBy}さんが${formatDateTimeJa(report.recordedAt)}に記録`,
            ]
              .filter(Boolean)
              .join(' ・ '),
          })),
          ...releaseFacts(hold),
        ]}
      />
      <Row gap={8}>
        {mayReport && (
          <QuietLink size="small" to="/biz/holds/$id/report" params={{ id: String(hold.id) }}>
            届出書の下書き
          </QuietLink>
        )}
        {mayReport && (
          <MainButton size="small" onClick={() => setReporting(true)}>
            {hold.reportedAt ? '届け出の記録を直す' : '届け出を記録する'}
          </MainButton>
        )}
        {hold.releasedAt === null && (
          <QuietButton size="small" onClick={() => setReleasing(true)}>
            {releaseWords(hold)}
          </QuietButton>
        )}
      </Row>
      <Link to="/biz/requests/$id" params={{ id: String(hold.request) }}>
        申し込み {hold.request} を開く
      </Link>
      {hold.notice && (
        <Link to="/biz/notices/$id" params={{ id: String(hold.notice) }}>
          品触れと見比べる
        </Link>
      )}
      {reporting && <ReportDialog hold={hold} onClose={() => setReporting(false)} />}
      {releasing && <ReleaseDialog hold={hold} onClose={() => setReleasing(false)} />}
    </Stack>
  )
}

/** `2026-11-23T10:05`, as the browser's field takes it. */
const fieldOf = (instant: string | number): string => tokyoClock(instant).slice(0, 16)

function ReportDialog({ hold, onClose }: { hold: HoldRow; onClose: () => void }) {
  const report = useMutationOf(holdCalls.report)
  const form = useShortForm(holdCalls.report, {
    labels: { policeStation: '届け出た警察署', reportedAt: '届け出た日時', reportNumber: '受理番号' },
    defaultValues: {
      policeStation: hold.policeStation,
      reportedAt: fieldOf(hold.reportedAt ?? Date.now()),
      reportNumber: hold.reportNumber,
    },
    bodyOf: (values) => ({ ...values, reportedAt: `${values.reportedAt}:00+09:00` }),
    draft: `hold-report-${hold.id}`,
  })
  return (
    <FormDialog
      form={form}
      title="警察への届け出を記録します"
      confirm="記録する"
      Confirm={MainButton}
      send={async (body) => {
        await report.mutateAsync({ params: { id: hold.id }, body })
        notify.done('届け出を記録しました。')
      }}
      onClose={onClose}
    >
      <TextField required maxLength={60} autoComplete="off" {...form.field('policeStation')} />
      <TextField required type="datetime-local" {...form.field('reportedAt')} />
      <TextField
        required={false}
        maxLength={60}
        autoComplete="off"
        help="警察から伝えられたとき。"
        {...form.field('reportNumber')}
      />
    </FormDialog>
  )
}
