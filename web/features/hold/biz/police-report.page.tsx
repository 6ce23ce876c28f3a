import { Link, useParams } from '@tanstack/react-router'
import { holdCalls } from '#contract/hold'
import { useCall } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { BackMark, Muted, Row } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { PoliceReportSheet } from './police-report-sheet.tsx'

export default function PoliceReportPage() {
  const { id } = useParams({ strict: false })
  const read = useCall(holdCalls.policeReport, { params: { id: Number(id) } })
  return (
    <DetailPage
      title="警察への届け出(下書き)"
      actions={
        <>
          <Link to="/biz/holds" search={{ open: Number(id) }} style={{ display: 'inline-flex', gap: 4 }}>
            <BackMark />
            保留の一覧
          </Link>
          {read.data && (
            <NextButton startIcon={<Icon name="print" size={18} />} onClick={() => window.print()}>
              印刷する
            </NextButton>
          )}
        </>
      }
    >
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {(report) => (
          <>
            <Row>
              <Muted>
                お客さまの氏名・住所が入っています。印刷した紙は、届け出のほかに使わないでください。届け出たら「保留」で日時と受理番号を記録します。
              </Muted>
            </Row>
            <Card style={{ maxWidth: 820 }}>
              <PoliceReportSheet report={report} />
            </Card>
          </>
        )}
      </WhenRead>
    </DetailPage>
  )
}
