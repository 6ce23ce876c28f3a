import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { itemCalls } from '#contract/item'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryKeyOf } from '#web/lib/query-client.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.tsx'
import { usePhotoUploads } from '#web/ui/use-photo-uploads.ts'
import type { Item } from './bench-types.ts'

const SEPARATOR = '|'

/**
 * The photos of the item on the table. Uploads belong to the item they were taken of and go on while the next
 * one is already being assessed, so each file carries that item's code in its name.
 */
export function useItemPhotos(slug: string, photos: Item['photos']) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const [chosen, setChosen] = useState({ slug, index: 0 })
  const shown = Math.max(0, Math.min(chosen.slug === slug ? chosen.index : 0, photos.length - 1))
  const reread = (of: string) =>
    client.invalidateQueries({ queryKey: queryKeyOf(itemCalls.get, { params: { slug: of } }) })

  const uploads = usePhotoUploads(async (file, _report, signal) => {
    const [of = '', name = 'photo'] = file.name.split(SEPARATOR)
    const form = new FormData()
    form.append('kind', 'assessment')
    form.append('file', file, name)
    try {
      const picture = await ask(itemCalls.addPhoto, { params: { slug: of }, body: form, signal })
      await reread(of)
      return picture
    } catch (error) {
      if (!signal.aborted) notify.failed(`写真を送れませんでした。${sentenceFor(error)}`)
      throw error
    }
  })
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
      await reread(slug)
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  return {
    shown,
    show: (index: number) => setChosen({ slug, index }),
    step: (by: number) =>
      photos.length > 0 && setChosen({ slug, index: (shown + by + photos.length) % photos.length }),
    waiting: uploads.photos.filter(
      ({ name, state }) => state !== 'done' && name.startsWith(slug + SEPARATOR),
    ),
    add: (files: readonly File[]) =>
      uploads.add(files.map((file) => new File([file], slug + SEPARATOR + file.name, { type: file.type }))),
    retry: uploads.retry,
    remove: (photo: Item['photos'][number]) => void remove(photo),
  }
}
