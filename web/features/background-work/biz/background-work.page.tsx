import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { backgroundWorkCalls } from '#contract/background-work'
import type { AskResult } from '#web/lib/ask.ts'
import { dateTimeJa } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Jobs } from './jobs.tsx'
import { Unsent } from './unsent.tsx'

const views = ['jobs', 'outbox'] as const
type View = (typeof views)[number]

export type WorkFrame = {
  title: string
  tabs: readonly TabItem<View>[]
  tab: View
  onTab: (view: View) => void
  lead: ReactNode
}

const tabs: readonly TabItem<View>[] = [
  { value: 'jobs', label: '処理' },
  { value: 'outbox', label: '送っていないメール・LINE' },
]

export default function BackgroundWorkPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = useCall(backgroundWorkCalls.overview)
  const tab = views.find((view) => view === search.view) ?? 'jobs'
  const frame: WorkFrame = {
    title: '処理の状況',
    tabs,
    tab,
    onTab: (view) => void navigate({ to: '/biz/background-work', search: view === 'jobs' ? {} : { view } }),
    lead: (
      <WhenRead state={read} skeleton={<Lines count={4} />}>
        {(overview) => <Overview overview={overview} />}
      </WhenRead>
    ),
  }
  return tab === 'outbox' ? <Unsent frame={frame} /> : <Jobs frame={frame} />
}

type Counts = AskResult<typeof backgroundWorkCalls.overview>

const sending = ({ waiting, failed }: Counts['mail']): string => `送信待ち ${waiting}件・失敗 ${failed}件`

function Overview({ overview: { jobs, mail, line, webhooks } }: { overview: Counts }) {
  const oldest = jobs.oldestDueAt === null ? '' : `(いちばん古いものは ${dateTimeJa(jobs.oldestDueAt)} から)`
  return (
    <DefinitionList
      items={[
        {
          key: 'jobs',
          term: '処理',
          value: `順番待ち ${jobs.waiting}件・再試行待ち ${jobs.retrying}件・実行中 ${jobs.running}件・失敗 ${jobs.failed}件${oldest}`,
        },
        { key: 'mail', term: 'メール', value: sending(mail) },
        ...(line === null ? [] : [{ key: 'line', term: 'LINE', value: sending(line) }]),
        { key: 'webhooks', term: 'Webhook', value: sending(webhooks) },
      ]}
    />
  )
}
