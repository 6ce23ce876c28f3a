import { useParams } from '@tanstack/react-router'
import { Loading } from '#web/ui/loading.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { EntryDesk } from './entry-desk.tsx'
import { Frame } from './entry-frame.ts'
import { useEntry } from './use-entry.ts'

export default function EntryPage() {
  const id = Number(useParams({ strict: false }).id)
  return <Opened key={id} id={id} />
}

function Opened({ id }: { id: number }) {
  const entry = useEntry(id)
  if (!entry.data)
    return (
      <Frame id="main">
        <section className="centre">
          {entry.query.error ? <Failed state={entry.query} /> : <Loading skeleton={<TableSkeleton />} />}
        </section>
      </Frame>
    )
  return <EntryDesk entry={entry} data={entry.data} />
}
