import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { catalogueCalls } from '#contract/catalogue'
import { ShopCard } from '#web/features/company/shared/shop-card.tsx'
import { costText, figuresOf, leadTimeText, type Shop } from '#web/features/company/shared/shop-figures.ts'
import { useShops } from '#web/features/company/shared/use-store.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorPanel, errorKindOf } from '#web/ui/error-panel.tsx'
import { MainLink, NextLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BackMark, Page, Section, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'

const back = (
  <Link to="/brands">
    <BackMark />
    ブランドの一覧
  </Link>
)

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 32,
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gap: 40,
    alignItems: 'start',
  },
}))

export default function BrandPage() {
  const params = useParams({ from: '/storefront/brands/$id' })
  const id = Number(params.id)
  const brand = useCall(catalogueCalls.brand, { params: { id } })
  const shops = useShops({ brand: id })
  const failed = [brand, shops].find(({ isError }) => isError)
  if (failed) {
    const kind = errorKindOf(failed.error instanceof ApiError ? failed.error.status : undefined)
    const retry = () => [brand, shops].forEach((read) => void (read.isError && read.refetch()))
    return (
      <Page title="ブランド" back={back}>
        <ErrorPanel
          kind={kind}
          onRetry={kind === 'lost' ? undefined : retry}
          retrying={brand.isRefetching || shops.isRefetching}
          action={kind === 'lost' && <MainLink to="/brands">ブランドの一覧へ</MainLink>}
        >
          {kind === 'lost'
            ? 'このブランドは見つかりませんでした。一覧からもう一度お探しください。'
            : undefined}
        </ErrorPanel>
      </Page>
    )
  }
  if (!brand.data || !shops.data) {
    return (
      <Page title={brand.data?.name ?? 'ブランド'} back={back} wide>
        <Loading skeleton={<CardListSkeleton count={2} />} />
      </Page>
    )
  }
  return <Shown brand={brand.data} shops={shops.data} />
}

type Props = { brand: { name: string; nameKana: string }; shops: readonly Shop[] }

function Shown({ brand, shops }: Props) {
  const only = shops.length === 1 ? shops[0]?.id : undefined
  return (
    <>
      <Page title={brand.name} back={back} lead={brand.nameKana} wide>
        {shops.length === 0 ? (
          <Empty
            title="いま、このブランドをお取り扱いしているお店はありません"
            action={<MainLink to="/contact">お取り扱いを問い合わせる</MainLink>}
          >
            一覧にないブランドも、お取り扱いできることがあります。
          </Empty>
        ) : (
          <Columns>
            <div>
              <Section title="お取り扱いのお店">
                <Stack gap={12}>
                  {shops.map((shop) => (
                    <ShopCard key={shop.id} shop={shop} />
                  ))}
                </Stack>
              </Section>
            </div>
            <div>
              <Section title={`${brand.name}を送る前に`}>
                <Card tight style={{ padding: '4px 18px' }}>
                  <Conditions shops={shops} />
                </Card>
              </Section>
            </div>
          </Columns>
        )}
      </Page>
      {shops.length > 0 && (
        <StickyBar floating>
          <NextLink to="/requests/new" search={only === undefined ? {} : { shop: only }}>
            買取を申し込む
          </NextLink>
        </StickyBar>
      )}
    </>
  )
}

function Conditions({ shops }: { shops: readonly Shop[] }) {
  const { leadTime, returnCost, replyDays } = figuresOf(shops)
  const lead = leadTimeText({ leadTimeDays: leadTime ?? null })
  return (
    <DefinitionList
      items={[
        { key: 'send', term: '送料', value: '¥0。着払いです。' },
        ...(returnCost ? [{ key: 'return', term: '返送料', value: costText(returnCost) }] : []),
        ...(lead ? [{ key: 'lead', term: '到着から査定', value: lead }] : []),
        {
          key: 'reply',
          term: 'お返事がないとき',
          value: replyDays
            ? `売却にはなりません。${replyDays}営業日を過ぎたら、お返しします。`
            : '売却にはなりません。期限を過ぎたら、お返しします。',
        },
        {
          key: 'price',
          term: '査定額',
          value: '1点ずつ、減額の理由とともにお知らせします。',
        },
      ]}
    />
  )
}
