import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { itemCalls } from '#contract/item'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { notify } from '#web/ui/notify.tsx'
import type { Item } from './bench-types.ts'

const keyOf = (slug: string) => queryOf(itemCalls.get, { params: { slug } }).queryKey

function change(client: QueryClient, slug: string, part: (item: Item) => Partial<Item>): void {
  client.setQueryData<Item>(keyOf(slug), (item) => item && { ...item, ...part(item) })
}

/** Photos that are not named come last. */
const inOrder = (photos: Item['photos'], ids: readonly number[]): Item['photos'] => [
  ...ids.flatMap((id) => photos.find((photo) => photo.id === id) ?? []),
  ...photos.filter(({ id }) => !ids.includes(id)),
]

/** Shows a new order at once and saves one at a time, skipping superseded ones. A conflict shows the stored order. */
export function usePhotoOrder(slug: string): (ids: readonly number[]) => void {
  const client = useQueryClient()
  const wanted = useRef(new Map<string, readonly number[]>())
  const sending = useRef(new Set<string>())

  const send = async (of: string) => {
    if (sending.current.has(of)) return
    sending.current.add(of)
    try {
      for (let ids = wanted.current.get(of); ids; ids = wanted.current.get(of)) {
        wanted.current.delete(of)
        const photoOrderVersion = client.getQueryData<Item>(keyOf(of))?.photoOrderVersion ?? 0
        const body = { photos: [...ids], photoOrderVersion }
        const next = await ask(itemCalls.arrangePhotos, { params: { slug: of }, body })
        const later = wanted.current.get(of)
        change(client, of, () => ({
          photoOrderVersion: next.photoOrderVersion,
          photos: later ? inOrder(next.photos, later) : next.photos,
        }))
      }
      // Lists show the first photo. The item is not refetched: another order may be pending.
      void client.invalidateQueries({ queryKey: [purchaseRequestCalls.bizGet.route] })
    } catch (error) {
      wanted.current.delete(of)
      const theirs = currentOf<Item>(error)
      if (theirs) {
        change(client, of, () => ({ photos: theirs.photos, photoOrderVersion: theirs.photoOrderVersion }))
        notify.info('写真がほかの画面で変わりました。いまの順番を表示しています。')
      } else {
        void client.invalidateQueries({ queryKey: keyOf(of) })
        notify.failed(`写真の順番を保存できませんでした。${sentenceFor(error)}`)
      }
    } finally {
      sending.current.delete(of)
    }
  }
  return (ids) => {
    wanted.current.set(slug, ids)
    change(client, slug, ({ photos }) => ({ photos: inOrder(photos, ids) }))
    void send(slug)
  }
}
