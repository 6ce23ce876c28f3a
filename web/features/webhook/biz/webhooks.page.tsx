import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Deliveries } from './deliveries.tsx'
import { Endpoints } from './endpoints.tsx'

const views = ['endpoints', 'deliveries'] as const
type View = (typeof views)[number]

export type WebhookFrame = {
  title: string
  tabs: readonly TabItem<View>[]
  tab: View
  onTab: (view: View) => void
}

const tabs: readonly TabItem<View>[] = [
  { value: 'endpoints', label: '送り先' },
  { value: 'deliveries', label: '送った記録' },
]

export default function WebhooksPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = views.find((view) => view === search.view) ?? 'endpoints'
  const frame: WebhookFrame = {
    title: 'Webhook',
    tabs,
    tab,
    onTab: (view) => void navigate({ to: '/biz/webhooks', search: view === 'endpoints' ? {} : { view } }),
  }
  return tab === 'deliveries' ? <Deliveries frame={frame} /> : <Endpoints frame={frame} />
}
