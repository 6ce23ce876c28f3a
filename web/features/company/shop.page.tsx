import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { addressLine } from '#contract/address'
import { catalogueCalls } from '#contract/catalogue'
import { deliveringOptionLabel } from '#contract/codes'
import { companyCalls } from '#contract/company'
import { formatPhone, formatPostalCode } from '#contract/text'
import { CampaignNotices, useCampaignNotices } from '#web/features/catalogue/shared/campaign-notices.tsx'
import { PastDeals } from '#web/features/price-guide/shared/past-deals.tsx'
import { usePastDeals } from '#web/features/price-guide/shared/use-price-guide.ts'
import { useCall } from '#web/lib/query-client.ts'
import { usePageSide } from '#web/lib/suspended-session.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FailedRead } from '#web/ui/error-panel.tsx'
import { MainLink, NextLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BackMark, Muted, Page, Row, Section } from '#web/ui/page.tsx'
import { AddressText } from '#web/ui/postal-address.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { FavoriteButton } from './favorite-button.tsx'
import { ShopSign } from './shared/shop-card.tsx'
import { acceptanceText, costText, leadTimeText, type Shop } from './shared/shop-figures.ts'
import { useDealers, useStoreQuery } from './shared/use-store.ts'

const Brands = styled('ul')(({ theme }) => ({
  columns: 2,
  columnGap: 24,
  [theme.breakpoints.up('sm')]: { columns: 3 },
  '& li': { fontSize: 13, breakInside: 'avoid' },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    color: theme.okuru.palette.font.main,
  },
}))

const back = (
  <Link to="/shops">
    <BackMark />
    お店の一覧
  </Link>
)

export default function ShopPage() {
  const params = useParams({ from: '/storefront/shops/$id' })
  const id = Number(params.id)
  const shop = useCall(companyCalls.shop, { params: { id }, query: useStoreQuery() })
  const dealers = useDealers()
  if (shop.isPending || dealers.isPending) {
    return (
      <Page title="お店の情報" back={back}>
        <Loading />
      </Page>
    )
  }
  if (shop.isError) {
    return (
      <Page title="お店の情報" back={back}>
        <FailedRead read={shop} missing="このお店は見つかりませんでした。一覧からもう一度お選びください。" />
      </Page>
    )
  }
  if (dealers.data && !dealers.data.some(({ id: dealer }) => dealer === shop.data.company.id)) {
    return (
      <Page title="お店の情報" back={back}>
        <Empty
          title="このサイトでは、このお店にお申し込みいただけません"
          action={<MainLink to="/shops">お店の一覧へ</MainLink>}
        >
          別の会社のお店です。一覧から、もう一度お選びください。
        </Empty>
      </Page>
    )
  }
  return <ShopDetails shop={shop.data} />
}

function ShopDetails({ shop }: { shop: Shop }) {
  const customer = usePageSide() === 'customer'
  return (
    <Page title={shop.name} back={back} lead={shop.description}>
      <Row gap={12} style={{ marginBottom: 32 }}>
        <ShopSign storeKey={shop.storeKey} />
        <Muted>{shop.tags.map(({ name }) => name).join('・')}</Muted>
        {customer && <FavoriteButton shop={shop.id} name={shop.name} on={shop.isFavorite} />}
      </Row>
      <Section title="お取引のめやす">
        <Card tight style={{ padding: '4px 18px' }}>
          <Terms shop={shop} />
        </Card>
      </Section>
      <ShopCampaigns id={shop.id} />
      <ShopDeals id={shop.id} />
      <ShopBrands id={shop.id} />
      <Section title="古物営業法に基づく表示">
        <Card tight style={{ padding: '4px 18px' }}>
          <DefinitionList
            items={[
              { key: 'name', term: '古物商の名称', value: shop.company.name },
              { key: 'commission', term: '公安委員会', value: shop.company.publicSafetyCommission },
              { key: 'license', term: '許可証番号', value: shop.company.licenseNumber },
            ]}
          />
        </Card>
      </Section>
      <StickyBar floating>
        <NextLink to="/requests/new" search={{ shop: shop.id }}>
          このお店に申し込む
        </NextLink>
      </StickyBar>
    </Page>
  )
}

function Terms({ shop }: { shop: Shop }) {
  const lead = leadTimeText(shop)
  const accepted = acceptanceText(shop)
  const measured = [
    { key: 'lead', term: '到着から査定', value: lead && `${lead}(最近90日の平均)` },
    { key: 'accepted', term: '売却された方の割合', value: accepted && `${accepted}(最近90日)` },
  ].filter(({ value }) => value)
  return (
    <DefinitionList
      items={[
        ...measured,
        { key: 'send', term: '送り方', value: deliveringOptionLabel[shop.deliveringOption] },
        ...(shop.kitSizes.length > 0
          ? [{ key: 'kit', term: '箱', value: 'お手持ちの箱か、お届けする段ボール(無料)' }]
          : []),
        {
          key: 'return',
          term: '返送料',
          value: costText({ from: shop.returnCost, to: shop.returnCost }),
        },
        {
          key: 'reply',
          term: 'お返事の期限',
          value: `査定結果のご案内から${shop.replyBusinessDays}営業日。過ぎたときは売却にならず、お返しします。`,
        },
        {
          key: 'address',
          term: '所在地',
          value: (
            <AddressText>
              {`〒${formatPostalCode(shop.address.postalCode)} ${addressLine(shop.address)}`}
            </AddressText>
          ),
        },
        {
          key: 'phone',
          term: '電話番号',
          value: <a href={`tel:${shop.phone}`}>{formatPhone(shop.phone)}</a>,
        },
      ]}
    />
  )
}

function ShopCampaigns({ id }: { id: number }) {
  const notices = useCampaignNotices(id)
  if (notices.length === 0) return null
  return (
    <Section title="実施中のキャンペーン">
      <CampaignNotices notices={notices} />
    </Section>
  )
}

const DEALS_SHOWN = 4

function ShopDeals({ id }: { id: number }) {
  const { data } = usePastDeals({ shop: id, size: DEALS_SHOWN })
  if (!data?.length) return null
  return (
    <Section title="買取実績">
      <PastDeals deals={data} columns={4} />
    </Section>
  )
}

const BRANDS_SHOWN = 48

function ShopBrands({ id }: { id: number }) {
  const { data } = useCall(catalogueCalls.brands, {
    query: { shop: id, shopOnly: true, size: BRANDS_SHOWN + 1 },
  })
  if (!data) return null
  return (
    <Section
      title="お取り扱いブランド"
      action={
        data.length > BRANDS_SHOWN && (
          <Link to="/brands" search={{ shop: id }}>
            すべて見る
          </Link>
        )
      }
    >
      <Card>
        {data.length === 0 ? (
          <p>ブランドの決まりはありません。お品物については、お店へご相談ください。</p>
        ) : (
          <Brands>
            {data.slice(0, BRANDS_SHOWN).map((brand) => (
              <li key={brand.id}>
                <Link to="/brands/$id" params={{ id: String(brand.id) }}>
                  {brand.name}
                </Link>
              </li>
            ))}
          </Brands>
        )}
      </Card>
    </Section>
  )
}
