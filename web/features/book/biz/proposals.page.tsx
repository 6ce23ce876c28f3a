import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { bookCalls, proposalStateLabel } from '#contract/book'
import { useList } from '#web/lib/use-list.ts'
import { MainButton } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { pagesOf } from '#web/ui/pagination.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { useAttention } from '#web/ui/use-attention.ts'
import { ProposalCard } from './proposal-card.tsx'
import { ProposalDialog } from './proposal-dialog.tsx'

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
  gap: 16,
  alignItems: 'start',
})

type View = keyof typeof proposalStateLabel | 'all'

const tabs: readonly { value: View; label: string }[] = [
  { value: 'all', label: 'すべて' },
  ...(Object.keys(proposalStateLabel) as (keyof typeof proposalStateLabel)[]).map((value) => ({
    value,
    label: proposalStateLabel[value],
  })),
]

const isView = (text: unknown): text is View => tabs.some(({ value }) => value === text)

/** Adjustments, fees and write-offs: one person proposes, another approves. */
export default function ProposalsPage() {
  const list = useList(bookCalls.proposals)
  const { read } = list
  const [proposing, setProposing] = useState(false)
  const [said, setSaid] = useState<string>()
  // The button that was pressed may be gone.
  const status = useAttention<HTMLDivElement>(said)
  const { state } = list.filter
  return (
    <ListPage<View>
      title="調整と手数料"
      tabs={tabs}
      tab={isView(state) ? state : 'all'}
      onTab={(next) => list.set({ state: next === 'all' ? undefined : next })}
      actions={<MainButton onClick={() => setProposing(true)}>申請する</MainButton>}
      pagination={pagesOf(list)}
    >
      <Muted style={{ maxWidth: 760 }}>
        残高の調整、手数料、未収の貸倒れは、1人が申請し、別の人が承認すると帳簿に記録されます。
      </Muted>
      <div role="status" ref={status} tabIndex={-1} style={{ outline: 'none' }}>
        {said && <p>{said}</p>}
      </div>
      {read.isError && !read.data ? (
        <Failed state={read} />
      ) : !read.data ? (
        <CardListSkeleton />
      ) : read.data.results.length === 0 ? (
        <Empty title={state === 'waiting' ? '承認を待つ申請はありません' : '申請はまだありません'}>
          「申請する」から、金額と理由を入力して申請できます。
        </Empty>
      ) : (
        <Cards>
          {read.data.results.map((row) => (
            <ProposalCard key={row.id} row={row} onSaid={setSaid} />
          ))}
        </Cards>
      )}
      {proposing && <ProposalDialog onClose={() => setProposing(false)} onSaid={setSaid} />}
    </ListPage>
  )
}
