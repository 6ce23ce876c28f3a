import { Card } from '#web/ui/card.tsx'
import { Muted, Section } from '#web/ui/page.tsx'
import { DeclaredSection } from '../declared/declared-section.tsx'
import { DeclaredRows } from '../shared/declared-rows.tsx'
import type { PurchaseRequest } from './use-request.ts'

/** What the customer says is in the box; it can be changed until the box is on its way. */
export function DeclaredGoods({ request: { declared } }: { request: PurchaseRequest }) {
  if (!declared || (declared.items.length === 0 && !declared.isOpen)) return null
  return (
    <Section title={`お客さまの品のリスト(${declared.total}点)`}>
      <Card tight style={{ padding: '4px 16px 16px' }}>
        {declared.isOpen ? (
          <>
            <DeclaredSection list={declared.id} ensure={() => Promise.resolve(declared.id)} />
            <Muted style={{ marginTop: 8, fontSize: 12 }}>箱をお送りになるまで、変更いただけます。</Muted>
          </>
        ) : (
          <DeclaredRows items={declared.items} />
        )}
      </Card>
    </Section>
  )
}
