import { formatPhone } from '#contract/text'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { AddressText } from '#web/ui/postal-address.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { useDealers } from './shared/use-store.ts'

/** The law requires these details of every dealer that buys through a site. */
export default function DealersPage() {
  const dealers = useDealers()
  return (
    <Page
      title="古物営業法に基づく表示"
      lead="買取の契約は、お選びになったお店を営む次の古物商と結んでいただきます。"
    >
      <WhenShown state={dealers}>
        {(known) =>
          known.map((dealer) => (
            <Section key={dealer.id} title={dealer.name}>
              <Card tight style={{ padding: '4px 18px' }}>
                <DefinitionList
                  items={[
                    { key: 'commission', term: '公安委員会', value: dealer.publicSafetyCommission },
                    { key: 'license', term: '許可証番号', value: dealer.licenseNumber },
                    { key: 'representative', term: '代表者', value: dealer.representative },
                    {
                      key: 'address',
                      term: '所在地',
                      value: dealer.address && <AddressText>{dealer.address}</AddressText>,
                    },
                    {
                      key: 'phone',
                      term: '電話番号',
                      value: dealer.phone && <a href={`tel:${dealer.phone}`}>{formatPhone(dealer.phone)}</a>,
                    },
                    ...dealer.shops.map((shop) => ({
                      key: `shop-${shop.id}`,
                      term: shop.name,
                      value: <AddressText>{shop.address}</AddressText>,
                    })),
                  ].filter(({ value }) => value)}
                />
              </Card>
            </Section>
          ))
        }
      </WhenShown>
    </Page>
  )
}
