import type { ReactNode } from 'react'
import type { ListState } from '#web/lib/list-state.ts'
import { ErrorPanel } from './error-panel.tsx'
import { Loading } from './loading.tsx'
import { Stack } from './page.tsx'
import { Pagination, WithinPages } from './pagination.tsx'

type Read<T> = {
  data: T | undefined
  isPending: boolean
  isError: boolean
  isRefetching: boolean
  refetch: () => unknown
}
type WhenShownProps<T> = { state: Read<T>; skeleton?: ReactNode; children: (data: T) => ReactNode }

/** Loading, failed, or there, on a page of the storefront. What was read stays in sight under a failure. */
export function WhenShown<T>({ state, skeleton, children }: WhenShownProps<T>) {
  return (
    <>
      {state.isPending && <Loading skeleton={skeleton} />}
      {state.isError && <ErrorPanel onRetry={() => void state.refetch()} retrying={state.isRefetching} />}
      {state.data !== undefined && children(state.data)}
    </>
  )
}

type Page<Row> = { count: number; results: readonly Row[] }
type StoreListProps<Row> = {
  list: ListState & { read: Read<Page<Row>> & { error: unknown; isPlaceholderData: boolean } }
  skeleton?: ReactNode
  empty: ReactNode
  children: (row: Row) => ReactNode
  end?: ReactNode
}

/** A paged list of the storefront. */
export function StoreList<Row>({ list, skeleton, empty, children, end }: StoreListProps<Row>) {
  const { read, page, size, setPage } = list
  return (
    <WithinPages list={list}>
      <WhenShown state={read} skeleton={skeleton}>
        {({ count, results }) =>
          count === 0 ? (
            empty
          ) : (
            <Stack gap={12} aria-busy={read.isPlaceholderData || undefined}>
              {results.map(children)}
              {count > size && <Pagination page={page} size={size} total={count} onPage={setPage} />}
              {end}
            </Stack>
          )
        }
      </WhenShown>
    </WithinPages>
  )
}
