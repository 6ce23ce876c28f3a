import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '#web/lib/ask.ts'
import { isPassing, sentenceFor } from '#web/lib/errors.ts'
import type { Photo } from '#web/lib/photo-queue.ts'
import { shrinkPhoto } from '#web/lib/shrink-photo.ts'

export const UNSENT_PHOTOS = '送れていない写真があります。もう一度送るか、外してからお進みください。'

/** Photos of a form that is on the screen: each is sent at once, and retried by itself. */
export function useUploads<Result>(
  send: (form: FormData) => Promise<Result>,
  { onSent }: { onSent?: () => unknown } = {},
) {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const files = useRef(new Map<string, File>())
  const results = useRef(new Map<string, Result>())
  const flying = useRef(new Map<string, Promise<void>>())
  const failed = useRef(new Set<string>())
  const urls = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const change = (key: string, changed: Pick<Photo, 'state'> & Partial<Photo>) =>
    setPhotos((all) => all.map((photo) => (photo.key === key ? { ...photo, ...changed } : photo)))
  const putOne = async (key: string, file: File) => {
    failed.current.delete(key)
    change(key, { state: 'sending' })
    try {
      const form = new FormData()
      form.append('file', await shrinkPhoto(file), file.name)
      results.current.set(key, await send(form))
      change(key, { state: 'done', problem: undefined })
      onSent?.()
    } catch (error) {
      failed.current.add(key)
      change(key, { state: 'failed', problem: { sentence: sentenceFor(error), again: isPassing(error) } })
    }
  }
  const put = (key: string) => {
    const file = files.current.get(key)
    if (!file) return
    flying.current.set(
      key,
      putOne(key, file).finally(() => flying.current.delete(key)),
    )
  }
  return {
    photos,
    add: (chosen: readonly File[]) => {
      for (const file of chosen) {
        const key = newIdempotencyKey()
        const url = URL.createObjectURL(file)
        files.current.set(key, file)
        urls.current.push(url)
        setPhotos((all) => [...all, { key, url, state: 'sending' }])
        put(key)
      }
    },
    retry: put,
    /** Takes it off the screen; `resultOf` says what was stored of it. */
    discard: (key: string) => {
      failed.current.delete(key)
      setPhotos((all) => all.filter((photo) => photo.key !== key))
    },
    resultOf: (key: string) => results.current.get(key),
    /** The same, once it is no longer under way. */
    landed: async (key: string) => {
      await flying.current.get(key)
      return results.current.get(key)
    },
    /** Waits for those under way; false if some could not be sent. */
    settled: async (): Promise<boolean> => {
      await Promise.all(flying.current.values())
      return failed.current.size === 0
    },
  }
}
