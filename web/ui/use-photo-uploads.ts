import { useEffect, useRef, useState } from 'react'

export type PhotoEntry<Result = unknown> = {
  key: string
  name: string
  /** What to show: a local preview, or the stored photo. */
  url: string
  state: 'sending' | 'done' | 'failed'
  /** 0 to 1. */
  progress: number
  result?: Result
}

/** Sends one file; reports its progress from 0 to 1. */
export type SendPhoto<Result> = (
  file: File,
  report: (progress: number) => void,
  signal: AbortSignal,
) => Promise<Result>

type Sending = { file: File; stop: AbortController }

/** Photos on their way to the server, each on its own: one that fails can be sent again alone. */
export function usePhotoUploads<Result>(send: SendPhoto<Result>, start: readonly PhotoEntry<Result>[] = []) {
  const [photos, setPhotos] = useState<readonly PhotoEntry<Result>[]>(start)
  const files = useRef(new Map<string, Sending>())
  const counter = useRef(0)

  useEffect(() => {
    const sendings = files.current
    return () => {
      for (const { stop } of sendings.values()) stop.abort()
    }
  }, [])

  const change = (key: string, part: Partial<PhotoEntry<Result>>) =>
    setPhotos((before) => before.map((photo) => (photo.key === key ? { ...photo, ...part } : photo)))

  const sendOne = async (key: string, file: File) => {
    const stop = new AbortController()
    files.current.set(key, { file, stop })
    change(key, { state: 'sending', progress: 0 })
    try {
      const result = await send(file, (progress) => change(key, { progress }), stop.signal)
      change(key, { state: 'done', progress: 1, result })
    } catch {
      if (!stop.signal.aborted) change(key, { state: 'failed' })
    }
  }
  const add = (chosen: readonly File[]) => {
    for (const file of chosen) {
      counter.current += 1
      const key = `photo-${counter.current}`
      const url = URL.createObjectURL(file)
      setPhotos((before) => [...before, { key, name: file.name, url, state: 'sending', progress: 0 }])
      void sendOne(key, file)
    }
  }
  const retry = (key: string) => {
    const sending = files.current.get(key)
    if (sending) void sendOne(key, sending.file)
  }
  const remove = (key: string) => {
    files.current.get(key)?.stop.abort()
    if (files.current.delete(key)) {
      const url = photos.find((photo) => photo.key === key)?.url
      if (url) URL.revokeObjectURL(url)
    }
    setPhotos((before) => before.filter((photo) => photo.key !== key))
  }
  return { photos, add, retry, remove }
}
