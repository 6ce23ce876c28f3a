import { Link } from '@tanstack/react-router'
import { companyCalls } from '#contract/company'
import { formatPhone, formatPostalCode } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { type Definition, DefinitionList } from '#web/ui/definition-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page, Section, Stack } from '#web/ui/page.tsx'
import { AddressText } from '#web/ui/postal-address.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { operatorPending } from './shared/use-operator.ts'
import { useDealers } from './shared/use-store.ts'

type Operator = NonNullable<AskResult<typeof companyCalls.operator>['operator']>

export default function OperatorPage() {
  const read = useCall(companyCalls.operator)
  return (
    <Page
      title="運営会社"
      lead="おくるは、ブランド古着を売りたいお客さまと、古物商のお店をつなぐ宅配買取サービスです。"
    >
      <WhenShown state={read}>{({ operator }) => <Shown operator={operator} />}</WhenShown>
    </Page>
  )
}

function Shown({ operator }: { operator: Operator | null }) {
  const { data: dealers = [] } = useDealers()
  const buyers = dealers.map(({ name }) => name).join('、')
  return (
    <>
      <Stack gap={16}>
        {!operator && <Notice tone="wait">{operatorPending}</Notice>}
        <Card tight style={{ padding: '4px 18px' }}>
          <DefinitionList
            items={[
              { key: 'service', term: 'サービス名', value: 'おくる(okuru)' },
              ...(operator ? factsOf(operator) : []),
              {
                key: 'role',
                term: '運営の役割',
                value: 'サイトの運営、お問い合わせの受付、お店に代わる買取代金のお振込み',
              },
              {
                key: 'buyer',
                term: '買取をする会社',
                value: buyers ? `${buyers}(各お店の古物商)` : '各お店の古物商',
              },
              { key: 'contact', term: 'ご連絡先', value: <Link to="/contact">お問い合わせフォーム</Link> },
            ]}
          />
        </Card>
      </Stack>
      <Section>
        <p style={{ marginTop: 24, fontSize: 13, lineHeight: 1.65 }}>
          お店ごとの名称、代表者、所在地、許可証番号は「
          <Link to="/dealers">古物営業法に基づく表示</Link>」をご覧ください。
        </p>
      </Section>
    </>
  )
}

const factsOf = ({ name, representative, postalCode, address, phone }: Operator): Definition[] => [
  { key: 'name', term: '運営会社', value: name },
  { key: 'representative', term: '代表者', value: representative },
  {
    key: 'address',
    term: '所在地',
    value: <AddressText>{`〒${formatPostalCode(postalCode)} ${address}`}</AddressText>,
  },
  { key: 'phone', term: '電話番号', value: <a href={`tel:${phone}`}>{formatPhone(phone)}</a> },
]
