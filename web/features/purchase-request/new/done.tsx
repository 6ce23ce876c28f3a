import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { addressLine } from '#contract/address'
import { carrierLabel, ekyc, labelOf, pickupTimeSlotLabel } from '#contract/codes'
import { identityCalls } from '#contract/identity'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { useIdentityWay } from '#web/features/identity/shared/identity-way.ts'
import { shortDate } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { MainLink, QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page, Section, Stack } from '#web/ui/page.tsx'
import { PostalAddress } from '#web/ui/postal-address.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { kitText } from '../detail/kit-section.tsx'
import type { PurchaseRequest } from '../detail/use-request.ts'
import { BoxCode } from './box-slip.tsx'
import { DropOff } from './drop-off.tsx'

const PlaceList = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  '& dt': { fontSize: 12, fontWeight: 700, color: theme.okuru.palette.font.sub },
}))

type Places = Pick<PurchaseRequest, 'shipTo' | 'pickupAddress'>

export function BoxPlaces({ shipTo, pickupAddress }: Places) {
  return (
    <PlaceList>
      {pickupAddress && (
        <div>
          <dt>集荷先(お客さまのご住所)</dt>
          <dd>
            <PostalAddress postalCode={pickupAddress.postalCode} line={addressLine(pickupAddress)} />
          </dd>
        </div>
      )}
      <div>
        <dt>送り先(お店)</dt>
        <dd>
          <PostalAddress
            postalCode={shipTo.postalCode}
            line={shipTo.address}
            name={shipTo.name}
            phone={shipTo.phone}
          />
        </dd>
      </div>
    </PlaceList>
  )
}

export function DonePage({ id }: { id: number }) {
  const request = useCall(purchaseRequestCalls.get, { params: { id } })
  if (!request.data) {
    return (
      <Page title="お申し込みを受け付けました">
        {request.isError ? (
          <ErrorPanel
            saved="お申し込みは届いています。"
            onRetry={() => void request.refetch()}
            retrying={request.isRefetching}
            action={<MainLink to="/requests">申し込みの一覧へ</MainLink>}
          />
        ) : (
          <Loading />
        )}
      </Page>
    )
  }
  return <Done request={request.data} />
}

function Done({ request }: { request: PurchaseRequest }) {
  const pickup = request.deliveringOption === 'PICKUP_ONLY'
  return (
    <Page
      title="お申し込みを受け付けました"
      lead={`申し込み番号は ${request.id} です。箱の番号と送り先は、申し込みの一覧からいつでも見られます。`}
    >
      <Stack gap={32}>
        {request.kit && <KitComing request={request} kit={request.kit} />}
        <Section title="箱に番号とお名前を">
          <Card>
            <BoxCode request={request} />
            <p style={{ fontSize: 13 }}>
              申し込み番号とお名前を、箱の外側か中のメモに書いてください。この紙を印刷して入れても大丈夫です。
              {request.boxCount > 1 &&
                '申し込み番号はどの箱も同じで、コードは箱ごとに違います。紙を入れるときは、1箱に1枚ずつお入れください。'}
              コードを書き写す必要はありません。
            </p>
          </Card>
        </Section>
        <Section title={pickup ? '集荷に伺います' : '送り先'}>
          <Card>
            {pickup && request.pickupDate && (
              <p style={{ marginBottom: 14 }}>
                <b style={{ fontSize: 18 }}>
                  {shortDate(request.pickupDate)} {labelOf(pickupTimeSlotLabel, request.pickupTimeSlot)}
                </b>
                <br />
                {labelOf(carrierLabel, request.carrier)}が集荷に伺います。送り状は運送会社がお持ちします。
              </p>
            )}
            <BoxPlaces {...request} />
            {!pickup && (
              <div style={{ marginTop: 12 }}>
                <DropOff carrier={request.carrier} hasKit={request.kit !== null} />
              </div>
            )}
          </Card>
        </Section>
        <IdentityFirst shop={request.shop} />
        <Section title="箱の詰め方">
          <Card>
            <Packing hasKit={request.kit !== null} />
          </Card>
        </Section>
        <Section title="これからのこと">
          <Card>
            <Timeline label="これからの流れ" steps={nextSteps(request)} />
          </Card>
        </Section>
        <Stack gap={8}>
          <QuietLink to="/requests/$id" params={{ id: String(request.id) }}>
            この申し込みの状況を見る
          </QuietLink>
          <QuietLink to="/mypage">マイページへ</QuietLink>
        </Stack>
      </Stack>
    </Page>
  )
}

/** Offered before the box is sent, so that nobody waits for it after selling. */
function IdentityFirst({ shop }: { shop: number }) {
  const checks = useCall(identityCalls.checks)
  const way = useIdentityWay()
  const dealer = checks.data?.find(({ shopIds }) => shopIds.includes(shop))
  const isOpen = dealer !== undefined && dealer.ekycStatus !== ekyc.APPROVED && dealer.reviewBy === null
  if (!isOpen) return null
  return (
    <Section title="本人確認を、送る前に">
      <Card>
        <p>
          お支払いの前に、法律により本人確認が必要です。いま済ませると、査定結果にお返事をいただいたあと、待たずに契約へ進みます。
          {way.effort}
        </p>
        <MainLink to="/profile/identity" style={{ marginTop: 12 }}>
          {way.link}
        </MainLink>
      </Card>
    </Section>
  )
}

const List = styled('ul')({
  paddingLeft: 20,
  fontSize: 14,
  '& li': { listStyle: 'disc', padding: '3px 0' },
})

type Kit = NonNullable<PurchaseRequest['kit']>

function KitComing({ request, kit }: { request: PurchaseRequest; kit: Kit }) {
  return (
    <Section title="段ボールをお届けします">
      <Card>
        <p>
          <b style={{ fontSize: 18 }}>{shortDate(kit.expectedOn)}ごろ</b>
          <br />
          {kitText(kit)}を、{request.shopName}から無料でお送りします。発送したら、お知らせします。
        </p>
        {kit.address && <PostalAddress postalCode={kit.address.postalCode} line={addressLine(kit.address)} />}
        <p style={{ fontSize: 13 }}>
          転送はされません。着払いの送り状を入れてお送りします。発送の前なら、申し込みの画面から変更や取りやめができます。
        </p>
      </Card>
    </Section>
  )
}

function Packing({ hasKit }: { hasKit: boolean }) {
  return (
    <List>
      <li>
        {hasKit
          ? 'お届けする段ボールを組み立て、底をテープでしっかり留めてください。'
          : '箱はご自宅にあるもので大丈夫です。'}
        1箱は、持ち運べる重さにまとめてください。
      </li>
      <li>衣類はたたんで袋に入れ、水濡れを防いでください。</li>
      <li>ポケットの中と、バッグの内側をもう一度お確かめください。</li>
      <li>箱や保証書などの付属品があれば、一緒にお入れください。</li>
    </List>
  )
}

const silenceText = ({ approvalMode, autoAcceptAmount }: PurchaseRequest): string =>
  approvalMode === 'review_each'
    ? 'お返事をいただくまで、売却にはなりません。'
    : `合計が${formatYen(autoAcceptAmount ?? 0)}以上なら、お返事を待たずに売却となります。`

const turnWords = ({ kit }: PurchaseRequest): string =>
  kit ? '段ボールが届いたら、お客さまの番です。' : '次はお客さまの番です。'

const nextSteps = (request: PurchaseRequest) => [
  { key: 'in', title: 'お申し込み', when: '済み' },
  ...(request.kit
    ? [
        {
          key: 'kit',
          title: '段ボールのお届け',
          when: `${shortDate(request.kit.expectedOn)}ごろ`,
          body: '次はお店の番です。段ボールと着払いの送り状をお送りします。',
          state: 'now' as const,
        },
      ]
    : []),
  {
    key: 'send',
    title: request.deliveringOption === 'PICKUP_ONLY' ? '箱を渡す' : '箱を送る',
    body:
      request.deliveringOption === 'PICKUP_ONLY' ? (
        `${turnWords(request)}集荷の時間までに箱を閉じておいてください。`
      ) : (
        <>
          {turnWords(request)}送ったら、
          <Link to="/requests/$id" params={{ id: String(request.id) }}>
            この申し込みの画面
          </Link>
          で送り状番号を入れていただくと、届いたかどうかを確かめられます。
        </>
      ),
    state: request.kit ? ('open' as const) : ('now' as const),
  },
  { key: 'open', title: '開封', body: 'お店が点数と重さを数え、写真に残します。', state: 'open' as const },
  {
    key: 'offer',
    title: '査定結果のご案内',
    body: `1点ずつの金額と理由をお知らせします。${silenceText(request)}`,
    state: 'open' as const,
  },
]
