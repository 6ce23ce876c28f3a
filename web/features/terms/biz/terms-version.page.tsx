import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import { setupCalls } from '#contract/setup'
import { termsCalls } from '#contract/terms'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { DangerButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Muted, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { TermsText } from '../terms-text.tsx'
import { type TermsVersion, termsStates } from './terms-words.ts'

/** A version can be withdrawn until it takes effect; after that it is permanent. */
export default function TermsVersionPage() {
  const { version = '' } = useParams({ strict: false })
  const terms = useCall(termsCalls.byVersion, { params: { termsVersion: version } })
  const known = useCall(setupCalls.terms).data?.find((row) => row.version === version)
  return (
    <DetailPage
      title={`利用規約 ${version}`}
      lead={known && <Standing known={known} />}
      actions={
        <Link to="/biz/terms" style={{ display: 'inline-flex', gap: 4 }}>
          <BackMark />
          版の一覧
        </Link>
      }
    >
      <Stack gap={12} style={{ maxWidth: 760 }}>
        {known?.state === 'upcoming' && <Upcoming known={known} />}
        <WhenRead state={terms} skeleton={<Lines count={12} />}>
          {(data) => (
            <Card>
              <TermsText terms={data} />
            </Card>
          )}
        </WhenRead>
      </Stack>
    </DetailPage>
  )
}

function Standing({ known }: { known: TermsVersion }) {
  const { label, tone } = termsStates[known.state]
  return (
    <>
      <StatusChip tone={tone}>{label}</StatusChip>
      {known.publishedAt && (
        <Muted style={{ fontSize: 12 }}>
          {formatDateTimeJa(known.publishedAt)} {known.publishedBy}さんが公開
        </Muted>
      )}
    </>
  )
}

function Upcoming({ known }: { known: TermsVersion }) {
  const navigate = useNavigate()
  const confirm = useConfirm()
  const mayEdit = useStaff()?.isAdmin === true
  const withdraw = useMutationOf(setupCalls.withdrawTerms)
  const [problem, setProblem] = useState<string>()
  const { version } = known
  const act = async () => {
    setProblem(undefined)
    const sure = await confirm({
      title: `${version}版を取り下げますか?`,
      body: 'この版はなくなり、適用中の版がそのまま続きます。文章は元に戻せません。',
      confirm: '取り下げる',
      danger: true,
    })
    if (!sure) return
    try {
      await withdraw.mutateAsync({ params: { termsVersion: version } })
      notify.done(`${version}版を取り下げました。`)
      void navigate({ to: '/biz/terms' })
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <Notice tone="wait" title={`${formatDateJa(known.effectiveOn)}から適用されます`}>
      始まる日までは取り下げられます。始まったあとは、同意したお客さまのために、変えることも消すこともできません。
      {mayEdit && (
        <Row style={{ marginTop: 8 }}>
          <DangerButton size="small" pending={withdraw.isPending} onClick={() => void act()}>
            この版を取り下げる
          </DangerButton>
        </Row>
      )}
      {problem && <p role="alert">{problem}</p>}
    </Notice>
  )
}
