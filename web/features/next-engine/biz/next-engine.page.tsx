import { useNavigate, useSearch } from '@tanstack/react-router'
import { nextEngineCalls } from '#contract/next-engine'
import { useCall } from '#web/lib/query-client.ts'
import { ListPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Articles } from './articles.tsx'
import { Batches } from './batches.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { GoodsSearch } from './goods-search.tsx'
import { Orders } from './orders.tsx'
import { useArrival } from './use-arrival.ts'

const views = ['articles', 'orders', 'batches', 'search'] as const
type View = (typeof views)[number]

export type NextEngineFrame = {
  title: string
  tabs: readonly TabItem<View>[]
  tab: View
  onTab: (view: View) => void
}

const tabs: readonly TabItem<View>[] = [
  { value: 'articles', label: '出品の状況' },
  { value: 'orders', label: '受注' },
  { value: 'batches', label: '送った記録' },
  { value: 'search', label: '商品を探す' },
]

const title = 'ネクストエンジン'

export default function NextEnginePage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const arrival = useArrival()
  const read = useCall(nextEngineCalls.connection)
  const tab = views.find((view) => view === search.view) ?? 'articles'
  const connection = read.data
  if (!connection || connection.state === 'not_offered')
    return (
      <ListPage title={title}>
        <WhenRead state={read} skeleton={<Lines count={4} />}>
          {(shown) => <ConnectionCard connection={shown} arrival={arrival} />}
        </WhenRead>
      </ListPage>
    )
  const frame: NextEngineFrame = {
    title,
    tabs,
    tab,
    onTab: (view) => void navigate({ to: '/biz/next-engine', search: view === 'articles' ? {} : { view } }),
  }
  const lead = <ConnectionCard connection={connection} arrival={arrival} />
  const isJoined = connection.state === 'connected'
  if (tab === 'orders') return <Orders frame={frame} lead={lead} />
  if (tab === 'batches') return <Batches frame={frame} lead={lead} />
  if (tab === 'search') return <GoodsSearch frame={frame} lead={lead} isConnected={isJoined} />
  return <Articles frame={frame} lead={lead} failed={connection.failedCount} isJoined={isJoined} />
}
