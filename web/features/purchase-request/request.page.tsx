import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { labelOf } from '#contract/codes'
import { isExpected, requestStatusLabel, requestStatus as S } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { useIdentityWay } from '#web/features/identity/shared/identity-way.ts'
import { shortDate } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { FailedRead } from '#web/ui/error-panel.tsx'
import { MainLink, NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackMark, Muted, Page, Row, Section, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { Boxes } from './detail/boxes.tsx'
import { CountNotice, isCountOpen } from './detail/count-notice.tsx'
import { DeclaredGoods } from './detail/declared-goods.tsx'
import { KitSection } from './detail/kit-section.tsx'
import { OpeningRecord } from './detail/opening-record.tsx'
import { LateNotice, Progress } from './detail/progress.tsx'
import { RequestActions } from './detail/request-actions.tsx'
import { RequestFacts, RequestItems, Rescissions, ReturnTracking } from './detail/request-facts.tsx'
import { TrackingForm } from './detail/tracking-form.tsx'
import type { PurchaseRequest } from './detail/use-request.ts'
import { BoxCode } from './new/box-slip.tsx'
import { BoxPlaces } from './new/done.tsx'
import { DropOff } from './new/drop-off.tsx'
import { dealSumOf } from './shared/deal-sum.ts'
import { nextOf, toneOf, turnText } from './shared/journey.ts'

const back = (
  <Link to="/requests">
    <BackMark />
    申し込みの一覧
  </Link>
)

export default function RequestPage() {
  const params = useParams({ from: '/storefront/customer/requests/$id' })
  const id = Number(params.id)
  const request = useCall(purchaseRequestCalls.get, { params: { id } })
  if (request.data) return <Shown key={id} request={request.data} />
  return (
    <Page title={`申し込み ${params.id}`} back={back}>
      {request.isError ? (
        <FailedRead
          read={request}
          missing="この申し込みは見つかりませんでした。一覧からもう一度お選びください。"
          action={<MainLink to="/requests">申し込みの一覧へ</MainLink>}
        />
      ) : (
        <Loading skeleton={<CardListSkeleton />} />
      )}
    </Page>
  )
}

function Shown({ request }: { request: PurchaseRequest }) {
  const isBySelf = isExpected(request.status) && request.deliveringOption === 'SELF_ONLY'
  const lacksNumber = request.boxes.some((box) => box.arrivedAt === null && box.trackingNumber === '')
  const asksTracking = isBySelf && (request.isEditable || lacksNumber)
  // A result has a deadline, so it comes before the number of articles.
  const hasResult = request.status === S.OFFERED
  return (
    <Page title={`申し込み ${request.id}`} back={back} wide>
      <Row gap={12} style={{ marginTop: -12, marginBottom: 16 }}>
        <StatusChip tone={toneOf(request.status)}>{labelOf(requestStatusLabel, request.status)}</StatusChip>
        <Muted>
          {request.shopName}・{shortDate(request.createdAt)}のお申し込み
        </Muted>
      </Row>
      <Stack gap={12}>
        <LateNotice request={request} />
        {isCountOpen(request) && !hasResult && <CountNotice request={request} />}
        <NextCard request={request} />
        {isCountOpen(request) && hasResult && <CountNotice request={request} />}
      </Stack>
      <Columns>
        <div>
          <KitSection request={request} />
          {isExpected(request.status) && (
            <Section title={request.pickupAddress ? '箱に入れる番号と集荷先' : '箱に入れる番号と送り先'}>
              <Card>
                <BoxCode request={request} />
                <BoxPlaces {...request} />
                {request.isEditable && request.deliveringOption === 'SELF_ONLY' && (
                  <div style={{ marginTop: 12 }}>
                    <DropOff
                      carrier={request.carrier}
                      hasKit={request.kit !== null && request.kit.state !== 'dropped'}
                    />
                  </div>
                )}
                {request.pickupAddressDiffers && request.isEditable && (
                  <Notice tone="wait" title="ご登録のご住所が変わっています">
                    集荷先は、お申し込みのときのご住所のままです。変えるときは、下の「内容を変更する」からお選びください。
                  </Notice>
                )}
              </Card>
            </Section>
          )}
          {asksTracking && (
            <Section title={request.isEditable ? '送ったら' : '残りの箱の送り状番号'}>
              <Card>
                <TrackingForm request={request} />
              </Card>
            </Section>
          )}
          <Boxes request={request} />
          <Progress request={request} />
          <ReturnTracking request={request} />
          {!isCountOpen(request) && <CountNotice request={request} />}
          <OpeningRecord request={request} />
          <DeclaredGoods request={request} />
          <RequestItems request={request} />
          <Rescissions request={request} />
        </div>
        <div>
          <RequestFacts request={request} />
          <RequestActions request={request} />
        </div>
      </Columns>
    </Page>
  )
}

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 32,
  marginTop: 32,
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gap: 40,
    alignItems: 'start',
  },
}))

const Turn = styled(Card)(({ theme }) => ({
  '& h2': { ...theme.typography.h3, fontSize: 18 },
  '& p': { marginTop: 2 },
  '& .money': { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', marginTop: 10 },
  '& .note': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& .MuiButton-root': { marginTop: 14 },
}))

function NextCard({ request }: { request: PurchaseRequest }) {
  const next = nextOf(request)
  const sum = dealSumOf(request)
  const params = { id: String(request.id) }
  const way = useIdentityWay()
  const toIdentity = request.dealBlockers.includes('not_identified')
  return (
    <Turn>
      <h2>{turnText(next)}</h2>
      <p>{next.what}</p>
      {request.abortReason && <p>理由: {request.abortReason}</p>}
      {sum && (
        <>
          <p className="money">
            <Muted>{sum.term}</Muted>
            {sum.amount !== undefined && <Yen amount={sum.amount} size={26} />}
          </p>
          {sum.note && <p className="note">{sum.note}</p>}
        </>
      )}
      {request.status === S.OFFERED && (
        <NextLink to="/requests/$id/result" params={params}>
          査定結果を見て決める
        </NextLink>
      )}
      {toIdentity && <NextLink to="/profile/identity">{way.link}</NextLink>}
      {request.status === S.CONTRACTED && <NextLink to="/balance">残高を見る</NextLink>}
      {request.offeredAt !== null && request.status !== S.OFFERED && (
        <QuietLink to="/requests/$id/result" params={params}>
          査定結果を見る
        </QuietLink>
      )}
    </Turn>
  )
}
