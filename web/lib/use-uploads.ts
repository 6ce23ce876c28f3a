import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import type { Photo } from '#web/lib/photo-queue.ts'
import { shrinkPhoto } from '#web/lib/shrink-photo.ts'

/** Photos of a form that is on the screen: each is sent at once, and retried by itself. */
export function useUploads<Result>(
  send: (form: FormData) => Promise<Result>,
  { onSent }: { onSent?: () => unknown } = {},
) {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [refusal, setRefusal] = useState<string>()
  const files = useRef(new Map<string, File>())
  const results = useRef(new Map<string, Result>())
  const flying = useRef(new Set<Promise<void>>())
  const urls = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const change = (key: string, state: Photo['state']) =>
    setPhotos((all) => all.map((photo) => (photo.key === key ? { ...photo, state } : photo)))
  const putOne = async (key: string, file: File) => {
    change(key, 'sending')
    try {
      const form = new FormData()
      form.append('file', await shrinkPhoto(file), file.name)
      results.current.set(key, await send(form))
      change(key, 'done')
      setRefusal(undefined)
      onSent?.()
    } catch (error) {
      change(key, 'failed')
      setRefusal(sentenceFor(error))
    }
  }
  const put = (key: string) => {
    const file = files.current.get(key)
    if (!file) return
    const one = putOne(key, file).finally(() => flying.current.delete(one))
    flying.current.add(one)
  }
  return {
    photos,
    refusal,
    waiting: photos.some(({ state }) => state === 'sending'),
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
    discard: (key: string) => setPhotos((all) => all.filter((photo) => photo.key !== key)),
    resultOf: (key: string) => results.current.get(key),
    settled: async () => {
      await Promise.all(flying.current)
    },
  }
}
