import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { declaredListCalls } from '#contract/declared-list'
import { ApiError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { isPassing, sentenceFor } from '#web/lib/errors.ts'
import { keptFiles } from '#web/lib/kept-files.ts'
import { onBackOnline } from '#web/lib/online.ts'
import { createPhotoQueue, type PhotoEntry } from '#web/lib/photo-queue.ts'
import { reread } from '#web/lib/query-client.ts'
import { registerCleaner } from '#web/lib/session.ts'
import { shrinkPhoto } from '#web/lib/shrink-photo.ts'
import { notify } from '#web/ui/notify.tsx'

/** An article by its key on this device, until it is a row of a list. */
const askedPlace = (key: number): string => `asked:${key}`
const ofRow = 'row:'
const rowPlace = (id: number): string => `${ofRow}${id}`

/** Photos of articles that somebody asks the price of, perhaps before they have an account: sent once there is a row. */
const queue = createPhotoQueue({
  send: ({ place, name, file }) => {
    const body = new FormData()
    body.append('file', file, name)
    return ask(declaredListCalls.addPhoto, { params: { id: Number(place.slice(ofRow.length)) }, body })
  },
  kept: keptFiles('asked-photos'),
  // Like the articles themselves they belong to the device, and go with the sign-out.
  owner: () => 'device',
  isPassing: (error) => isPassing(error) || (error instanceof ApiError && error.status === 401),
  passingSentence: (error) => (error instanceof ApiError ? sentenceFor(error) : undefined),
  onRefused: (error) => notify.failed(`写真を送れませんでした。${sentenceFor(error)}`),
  prepare: (file) => shrinkPhoto(file),
})

registerCleaner(queue.clear)

const told = new WeakSet<QueryClient>()

function useQueue(): readonly PhotoEntry[] {
  const client = useQueryClient()
  useEffect(() => {
    if (!told.has(client)) {
      told.add(client)
      onBackOnline(queue.retryAll)
      queue.onArrival((place) => {
        queue.tidy(place)
        void reread(client, declaredListCalls.addPhoto.changes)
      })
    }
    void queue.resume()
  }, [client])
  return useSyncExternalStore(queue.subscribe, queue.getState, queue.getState)
}

/** The photos of an article before it is sent. */
export function useAskedPhotos(key: number) {
  const place = askedPlace(key)
  return {
    photos: useQueue().filter((photo) => photo.place === place),
    add: (files: readonly File[]) => void queue.add(place, files, { isHeld: true }),
    remove: queue.discard,
  }
}

export const askedPhotos = {
  /** From now on they are those of the row. */
  release: (key: number, row: number) => queue.release(askedPlace(key), rowPlace(row)),
  forget(key: number) {
    for (const photo of queue.getState()) if (photo.place === askedPlace(key)) queue.discard(photo.key)
  },
}

/** How many photos are on their way to rows, and what keeps them. */
export function useAskedPhotosUnderWay() {
  const open = useQueue().filter(({ place, state }) => place.startsWith(ofRow) && state !== 'done')
  return {
    count: open.length,
    problem: open.find(({ problem }) => problem)?.problem?.sentence,
    hasFailed: open.some(({ state }) => state === 'failed'),
    again() {
      for (const { key } of open) queue.retry(key)
    },
    drop() {
      for (const { key } of open) queue.discard(key)
    },
  }
}
