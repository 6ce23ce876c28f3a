import { useEffect, useRef, useState } from 'react'
import { sentenceFor } from '#web/lib/errors.ts'
import type { Photo } from '#web/lib/photo-queue.ts'
import { shrinkPhoto } from '#web/lib/shrink-photo.ts'

/** Photos of a form that is on the screen: each is sent at once, and retried by itself. */
export function useUploads(send: (form: FormData) => Promise<unknown>) {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [refusal, setRefusal] = useState<string>()
  const files = useRef(new Map<string, File>())
  const urls = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const change = (key: string, state: Photo['state']) =>
    setPhotos((all) => all.map((photo) => (photo.key === key ? { ...photo, state } : photo)))
  const put = async (key: string) => {
    const file = files.current.get(key)
    if (!file) return
    change(key, 'sending')
    try {
      const form = new FormData()
      form.append('file', await shrinkPhoto(file), file.name)
      await send(form)
      change(key, 'done')
      setRefusal(undefined)
    } catch (error) {
      change(key, 'failed')
      setRefusal(sentenceFor(error))
    }
  }
  return {
    photos,
    refusal,
    waiting: photos.some(({ state }) => state === 'sending'),
    add: (chosen: readonly File[]) => {
      for (const file of chosen) {
        const key = crypto.randomUUID()
        const url = URL.createObjectURL(file)
        files.current.set(key, file)
        urls.current.push(url)
        setPhotos((all) => [...all, { key, url, state: 'sending' }])
        void put(key)
      }
    },
    retry: (key: string) => void put(key),
    discard: (key: string) => setPhotos((all) => all.filter((photo) => photo.key !== key)),
  }
}
