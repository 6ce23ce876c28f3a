import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { itemCalls } from '#contract/item'
import { usePhotoQueue } from '#web/features/purchase-request/shared/biz/photo-queue.ts'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { reread } from '#web/lib/query-client.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.tsx'
import type { Item } from './bench-types.ts'
import { usePhotoOrder } from './use-photo-order.ts'

export function useItemPhotos(slug: string, photos: Item['photos']) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const [chosen, setChosen] = useState({ slug, index: 0 })
  const shown = Math.max(0, Math.min(chosen.slug === slug ? chosen.index : 0, photos.length - 1))
  const queue = usePhotoQueue(`item:${slug}`)
  const arrange = usePhotoOrder(slug)
  const remove = async (photo: Item['photos'][number]) => {
    const sure = await confirm({
      title: 'この写真を消しますか?',
      body: '消した写真は元に戻せません。',
      confirm: '写真を消す',
      danger: true,
    })
    if (!sure) return
    try {
      await ask(itemCalls.removePhoto, { params: { slug, id: photo.id } })
      void reread(client, itemCalls.removePhoto.changes)
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  return {
    shown,
    show: (index: number) => setChosen({ slug, index }),
    step: (by: number) =>
      photos.length > 0 && setChosen({ slug, index: (shown + by + photos.length) % photos.length }),
    uploads: queue.photos.filter(({ state }) => state !== 'done'),
    unsent: queue.waiting,
    add: queue.add,
    retry: queue.retry,
    retryAll: queue.retryAll,
    discard: queue.discard,
    remove: (photo: Item['photos'][number]) => void remove(photo),
    /** The shown photo stays shown. */
    move: (from: number, to: number) => {
      const ids = photos.map(({ id }) => id)
      const [moved] = ids.splice(from, 1)
      if (moved === undefined || to < 0 || to > ids.length || from === to) return
      const open = photos[shown]?.id
      ids.splice(to, 0, moved)
      arrange(ids)
      setChosen({ slug, index: open === undefined ? 0 : ids.indexOf(open) })
    },
  }
}
