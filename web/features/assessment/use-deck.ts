import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AssessedItem } from './shared/assessment-types.ts'

/** The page of the deck: the summary, one article, or the list of all. */
export type Place = { kind: 'summary' } | { kind: 'list' } | { kind: 'item'; index: number }

const placeOf = (search: Readonly<Record<string, unknown>>, items: readonly { seq: number }[]): Place => {
  if (search.view === 'list') return { kind: 'list' }
  const index = items.findIndex(({ seq }) => String(seq) === String(search.item ?? ''))
  return index < 0 ? { kind: 'summary' } : { kind: 'item', index }
}

/** Kept in the address, so that the browser's back, a reload and a link lead to the same place. */
export function useDeck(items: readonly AssessedItem[]) {
  const search = useSearch({ from: '/storefront/customer/requests/$id/result' })
  const navigate = useNavigate({ from: '/requests/$id/result' })
  const place = placeOf(search, items)
  const go = (next: Record<string, string>, replace: boolean) =>
    void navigate({ to: '.', search: next, replace })
  return {
    place,
    toSummary: () => go({}, false),
    toList: () => go({ view: 'list' }, false),
    /** From one article to another the browser's back still leads to where the reader came from. */
    toItem: (index: number) => {
      const item = items[index]
      if (item) go({ item: String(item.seq) }, place.kind === 'item')
    },
  }
}
