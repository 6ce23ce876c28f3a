import { Link } from '@tanstack/react-router'
import { companyCalls } from '#contract/company'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Page, Section } from '#web/ui/page.tsx'

/** Who runs the site, and that it is not the one who buys. */
export default function OperatorPage() {
  const { data = [] } = useCall(companyCalls.dealers)
  return (
    <Page
      title="運営会社"
      lead="おくるは、ブランド古着を売りたいお客さまと、古物商のお店をつなぐ宅配買取サービスです。"
    >
      <Card tight style={{ padding: '4px 18px' }}>
        <DefinitionList
          items={[
            { key: 'name', term: 'サービス名', value: 'おくる(okuru)' },
            { key: 'operator', term: '運営', value: 'おくる運営事務局' },
            {
              key: 'role',
              term: '運営の役割',
              value: 'サイトの運営、お問い合わせの受付、お店に代わる買取代金のお振込み',
            },
            {
              key: 'buyer',
              term: '買取をする会社',
              value:
                data.length > 0
                  ? `${data.map(({ name }) => name).join('、')}(各お店の古物商)`
                  : '各お店の古物商',
            },
            { key: 'contact', term: 'ご連絡先', value: <Link to="/contact">お問い合わせフォーム</Link> },
          ]}
        />
      </Card>
      <Section>
        <p style={{ marginTop: 24 }}>
          お店ごとの名称、代表者、所在地、許可証番号は「
          <Link to="/dealers">古物営業法に基づく表示</Link>」をご覧ください。
        </p>
      </Section>
    </Page>
  )
}
