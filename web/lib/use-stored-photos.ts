import { useRef, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import type { Photo } from '#web/lib/photo-queue.ts'
import { UNSENT_PHOTOS, useUploads } from '#web/lib/use-uploads.ts'

type Stored = { id: number; thumbnailUrl: string }

type Calls<Result> = {
  send: (form: FormData) => Promise<Result>
  remove: (id: number) => Promise<unknown>
  onSent: () => unknown
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** The photos the server had when the form was opened, and those added since. */
export function useStoredPhotos<Result extends { id: number }>(
  start: readonly Stored[],
  { send, remove, onSent }: Calls<Result>,
) {
  const [stored, setStored] = useState(start)
  const [problem, setProblem] = useState<string>()
  const removing = useRef(new Set<Promise<string | undefined>>())
  const uploads = useUploads(send, { onSent })
  const shown: Photo[] = stored.map(({ id, thumbnailUrl }) => ({
    key: `stored-${id}`,
    url: thumbnailUrl,
    state: 'done',
  }))
  const takeAway = async (key: string): Promise<string | undefined> => {
    const photo = stored.find(({ id }) => key === `stored-${id}`) ?? (await uploads.landed(key))
    try {
      if (photo) await remove(photo.id)
    } catch (error) {
      // Another device may have been faster.
      if (!isGone(error)) return sentenceFor(error)
    }
    setStored((all) => all.filter(({ id }) => id !== photo?.id))
    for (const each of uploads.photos)
      if (each.key === key || uploads.resultOf(each.key)?.id === photo?.id) uploads.discard(each.key)
    return undefined
  }
  return {
    all: [...shown, ...newOnes(stored, uploads)],
    refusal: problem,
    add: uploads.add,
    retry: uploads.retry,
    remove: (key: string) => {
      setProblem(undefined)
      const one = takeAway(key).finally(() => removing.current.delete(one))
      removing.current.add(one)
      void one.then(setProblem)
    },
    /** Waits for those under way; returns what keeps the form from being sent. */
    settled: async (): Promise<string | undefined> => {
      const refusals = await Promise.all(removing.current)
      return (await uploads.settled()) ? refusals.find(Boolean) : UNSENT_PHOTOS
    },
  }
}

/** The server keeps the same picture once. */
function newOnes<Result extends { id: number }>(
  stored: readonly Stored[],
  { photos, resultOf }: Pick<ReturnType<typeof useUploads<Result>>, 'photos' | 'resultOf'>,
): Photo[] {
  const known = new Set(stored.map(({ id }) => id))
  return photos.filter(({ key }) => {
    const id = resultOf(key)?.id
    if (id === undefined) return true
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
}
