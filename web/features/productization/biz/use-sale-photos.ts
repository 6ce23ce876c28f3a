import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { mostSalePhotos, productizationCalls } from '#contract/productization'
import { usePhotoQueue } from '#web/features/purchase-request/shared/biz/photo-queue.ts'
import { ask } from '#web/lib/ask.ts'
import { errorCode, sentenceFor } from '#web/lib/errors.ts'
import { useOnline } from '#web/lib/online.ts'
import { reread } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { notify } from '#web/ui/notify.tsx'
import { useUndoNotice } from '#web/ui/undo-notice.tsx'
import { productQuery } from './product-queue.ts'
import type { ProductOnWire } from './product-types.ts'
import { changePhotos, createPhotoEdits, type PhotoChange, type SalePhoto } from './sale-photo-edits.ts'

const edits = createPhotoEdits()

const REMOVED_AFTER_MS = 10_000
const NOT_READY_MS = 2_500

/** Read again until all sizes are made. */
function useReadiness(client: QueryClient, slug: string, photos: readonly SalePhoto[]): void {
  const online = useOnline()
  const waits = online && photos.some(({ isReady }) => !isReady)
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: productQuery(slug).queryKey }),
      NOT_READY_MS,
    )
    return () => clearInterval(timer)
  }, [client, slug, waits])
}

/** Photos that are taken off disappear at once, and are deleted after the time in which that can be undone. */
function useRemovals(client: QueryClient, slug: string) {
  const [gone, setGone] = useState<readonly number[]>([])
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const { tell, notice } = useUndoNotice()
  const keep = (id: number) => {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setGone((ids) => ids.filter((one) => one !== id))
  }
  const send = useRef(async (_id: number) => {})
  send.current = async (id) => {
    timers.current.delete(id)
    try {
      await ask(productizationCalls.removePhoto, { params: { slug, id } })
      changePhotos(client, slug, ({ photos }) => ({ photos: photos.filter((one) => one.id !== id) }))
      void reread(client, productizationCalls.removePhoto.changes)
    } catch (error) {
      // Somebody else has taken it off.
      if (errorCode(error) !== 'not_found') notify.failed(sentenceFor(error))
      void client.invalidateQueries({ queryKey: productQuery(slug).queryKey })
    }
    setGone((ids) => ids.filter((one) => one !== id))
  }
  useEffect(() => {
    const { current } = timers
    return () => {
      // Whoever goes on to the next article has decided.
      for (const [id, timer] of current) {
        clearTimeout(timer)
        void send.current(id)
      }
    }
  }, [])
  const remove = ({ id }: SalePhoto, number: number) => {
    setGone((ids) => [...ids, id])
    timers.current.set(
      id,
      setTimeout(() => void send.current(id), REMOVED_AFTER_MS),
    )
    tell({
      sentence: `写真${number}を外しました。`,
      undo: async () => {
        if (!timers.current.has(id)) throw new Error('over')
        keep(id)
        return '写真を戻しました。'
      },
    })
  }
  return { gone, remove, notice }
}

const inOrder = (photos: readonly SalePhoto[], ids: readonly number[]): SalePhoto[] => [
  ...ids.flatMap((id) => photos.find((photo) => photo.id === id) ?? []),
  ...photos.filter(({ id }) => !ids.includes(id)),
]

/** Shows a new order at once and saves one at a time, skipping superseded ones. */
function useOrder(client: QueryClient, slug: string) {
  const wanted = useRef<readonly number[]>(undefined)
  const isSending = useRef(false)
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let ids = wanted.current; ids; ids = wanted.current) {
        wanted.current = undefined
        const known = client.getQueryData<ProductOnWire>(productQuery(slug).queryKey)
        const body = { photos: [...ids], photoOrderVersion: known?.photoOrderVersion ?? 0 }
        const next = await ask(productizationCalls.arrangePhotos, { params: { slug }, body })
        const later = wanted.current as readonly number[] | undefined
        changePhotos(client, slug, () => ({
          photoOrderVersion: next.photoOrderVersion,
          photos: later ? inOrder(next.photos, later) : next.photos,
        }))
      }
      // Lists show the first photo.
      void client.invalidateQueries({ queryKey: [productizationCalls.list.route] })
    } catch (error) {
      wanted.current = undefined
      const theirs = currentOf<ProductOnWire>(error)
      if (theirs) {
        const { photos, photoOrderVersion } = theirs
        changePhotos(client, slug, () => ({ photos, photoOrderVersion }))
        notify.info('写真がほかの画面で変わりました。いまの順番を表示しています。')
      } else {
        void client.invalidateQueries({ queryKey: productQuery(slug).queryKey })
        notify.failed(`写真の順番を保存できませんでした。${sentenceFor(error)}`)
      }
    } finally {
      isSending.current = false
    }
  }
  return (ids: readonly number[]) => {
    wanted.current = ids
    changePhotos(client, slug, ({ photos }) => ({ photos: inOrder(photos, ids) }))
    void send()
  }
}

/** The photos of an article for its sale: those that are stored, those on their way, and what can be done with them. */
export function useSalePhotos(slug: string, stored: readonly SalePhoto[]) {
  const client = useQueryClient()
  const queue = usePhotoQueue(`product:${slug}`)
  const busy = useSyncExternalStore(edits.subscribe, edits.getBusy)
  const { gone, remove, notice } = useRemovals(client, slug)
  const arrange = useOrder(client, slug)
  useReadiness(client, slug, stored)
  const photos = stored.filter(({ id }) => !gone.includes(id))
  const uploads = queue.photos.filter(({ state }) => state !== 'done')
  const room = mostSalePhotos - photos.length - uploads.length
  return {
    photos,
    uploads,
    sent: queue.photos.length - uploads.length,
    room,
    notice,
    isBusy: ({ id }: SalePhoto) => busy.includes(id),
    /** Returns how many there was no room for. */
    add: (files: readonly File[]): number => {
      queue.add(files.slice(0, Math.max(0, room)))
      return Math.max(0, files.length - Math.max(0, room))
    },
    retry: queue.retry,
    retryAll: queue.retryAll,
    discard: queue.discard,
    edit: (photo: SalePhoto, change: PhotoChange) => edits.edit(client, slug, photo.id, change),
    editsOf: (photo: SalePhoto) => edits.wantedOf(client, slug, photo),
    remove,
    move: (from: number, to: number) => {
      const ids = photos.map(({ id }) => id)
      const [moved] = ids.splice(from, 1)
      if (moved === undefined || to < 0 || to > ids.length || from === to) return false
      ids.splice(to, 0, moved)
      arrange(ids)
      return true
    },
  }
}
