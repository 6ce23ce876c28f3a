import { newIdempotencyKey } from './ask.ts'
import type { KeptFile, KeptFiles } from './kept-files.ts'
import { createListeners } from './listeners.ts'
import { waitAfter } from './send-again.ts'

export type Photo = {
  key: string
  url: string
  /**
   * `held`: sent once it is released; `waiting`: sent later by itself; `failed`: refused by the server, or not sent by
   * itself.
   */
  state: 'held' | 'sending' | 'waiting' | 'failed' | 'done'
  /** Why the last attempt failed, also during the next one, and whether sending it again may help. */
  problem?: { sentence: string; again: boolean }
}

export type PhotoEntry = Photo & { place: string; at: number }

type Options = {
  /** Must be idempotent: a photo may be sent twice. */
  send: (photo: Pick<KeptFile, 'place' | 'name' | 'file' | 'at'>) => Promise<unknown>
  kept: KeptFiles
  owner: () => string
  isPassing: (error: unknown) => boolean
  onRefused: (error: unknown) => void
  /** What is said about a passing failure; nothing without a connection, which the page says by itself. */
  passingSentence?: (error: unknown) => string | undefined
  prepare?: (file: Blob, place: string) => Promise<Blob>
}

const UNKEPT =
  'この端末に空きがなく、写真を残せていません。送り終わるまで、この画面を閉じたり読み込み直したりしないでください。'
const AT_ONCE = 3

/** Other tabs have the same photos; without TLS there are no locks, and one may be sent twice. */
const alone = (id: string, work: () => Promise<void>): Promise<void> =>
  globalThis.navigator?.locks ? navigator.locks.request(`okuru-photo-${id}`, work) : work()

/** Uploads photos one by one across reloads and offline times, until the person signs out. */
export function createPhotoQueue(options: Options) {
  const {
    send,
    kept,
    owner,
    isPassing,
    onRefused,
    passingSentence,
    prepare = async (file: Blob) => file,
  } = options
  let entries: readonly PhotoEntry[] = []
  const files = new Map<string, KeptFile>()
  const flying = new Set<string>()
  /** Not only in the memory of this page. */
  const stored = new Set<string>()
  /** One after the other: each takes much memory. */
  let preparing: Promise<unknown> = Promise.resolve()
  const { subscribe, tell } = createListeners()
  const arrivals = new Set<(place: string) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let misses = 0
  let newest = 0

  const publish = (next: readonly PhotoEntry[]) => {
    entries = next
    tell()
  }
  const change = (key: string, changed: Pick<PhotoEntry, 'state'> & Partial<PhotoEntry>) =>
    publish(entries.map((entry) => (entry.key === key ? { ...entry, ...changed } : entry)))

  const enter = (file: KeptFile, state: PhotoEntry['state']) => {
    files.set(file.id, file)
    const { id: key, place, at } = file
    const entry = { key, place, at, url: URL.createObjectURL(file.file), state }
    publish([...entries, entry].toSorted((one, other) => one.at - other.at))
  }
  const leave = (gone: (entry: PhotoEntry) => boolean) => {
    for (const { key, url } of entries.filter(gone)) {
      files.delete(key)
      stored.delete(key)
      URL.revokeObjectURL(url)
    }
    publish(entries.filter((entry) => !gone(entry)))
  }

  function pump(): void {
    for (const { key, state } of entries) {
      if (flying.size >= AT_ONCE) return
      const file = files.get(key)
      // Only photos of the current account are sent.
      if (state === 'sending' && file && !flying.has(key) && file.owner === owner()) void sendOne(file)
    }
  }

  function showSmaller({ id, file }: KeptFile): void {
    const entry = entries.find(({ key }) => key === id)
    if (!entry) return
    change(id, { state: entry.state, url: URL.createObjectURL(file) })
    URL.revokeObjectURL(entry.url)
  }

  /** If the storage has no room for a new copy, the previous copy stays. */
  async function keep(file: KeptFile): Promise<void> {
    const { id } = file
    const isKept = await kept.put(file)
    if (!files.has(id)) {
      if (isKept) await kept.drop(id)
      return
    }
    if (isKept) stored.add(id)
    const entry = entries.find(({ key }) => key === id)
    const isTold = entry?.problem?.sentence === UNKEPT
    if (entry && isTold === stored.has(id))
      change(id, { state: entry.state, problem: isTold ? undefined : { sentence: UNKEPT, again: true } })
  }

  /** Kept as it was chosen until then; returns nothing for a photo that was discarded meanwhile. */
  function prepared(file: KeptFile): Promise<KeptFile | undefined> {
    if (file.isPrepared) return Promise.resolve(file)
    const step = async () => {
      if (!files.has(file.id)) return undefined
      const next = { ...file, file: await prepare(file.file, file.place), isPrepared: true }
      if (!files.has(file.id)) return undefined
      files.set(file.id, next)
      if (next.file !== file.file) showSmaller(next)
      await keep(next)
      return next
    }
    const done = preparing.then(step)
    preparing = done.catch(() => undefined)
    return done
  }

  async function sendOne(chosen: KeptFile): Promise<void> {
    const { id } = chosen
    flying.add(id)
    try {
      await alone(id, () => sendNow(chosen))
    } catch (error) {
      if (isPassing(error)) missed(id, error)
      else {
        change(id, { state: 'failed', problem: undefined })
        if (files.has(id)) onRefused(error)
      }
    } finally {
      flying.delete(id)
      pump()
    }
  }

  async function sendNow(chosen: KeptFile): Promise<void> {
    const { id, place, name, at } = chosen
    if (await isElsewhere(id)) leave(({ key }) => key === id)
    else {
      const file = await prepared(chosen)
      if (!file || file.owner !== owner()) return
      await send({ place, name, file: file.file, at })
      files.delete(id)
      change(id, { state: 'done' })
      await kept.drop(id)
    }
    misses = 0
    for (const tell of arrivals) tell(place)
  }

  /** Sent or given up by another tab meanwhile. */
  const isElsewhere = async (id: string): Promise<boolean> => stored.has(id) && !(await kept.has(id))

  function missed(id: string, error: unknown): void {
    const sentence = stored.has(id) ? passingSentence?.(error) : UNKEPT
    change(id, { state: 'waiting', problem: sentence === undefined ? undefined : { sentence, again: true } })
    clearTimeout(timer)
    timer = setTimeout(retryAll, waitAfter(misses))
    misses += 1
  }

  function retryAll(): void {
    clearTimeout(timer)
    publish(entries.map((entry) => (entry.state === 'waiting' ? { ...entry, state: 'sending' } : entry)))
    pump()
  }

  return {
    getState: () => entries,
    subscribe,
    onArrival(listener: (place: string) => void) {
      arrivals.add(listener)
      return () => void arrivals.delete(listener)
    },
    /** Kept as they are before anything else is done with them; `isHeld`: not sent before they are released. */
    async add(place: string, chosen: readonly File[], { isHeld = false } = {}): Promise<void> {
      const mine = owner()
      // Photos chosen together keep their order, whichever is ready or arrives first.
      const taken = chosen.map((file): KeptFile => {
        newest = Math.max(newest + 1, Date.now())
        const id = newIdempotencyKey()
        return { id, owner: mine, place, name: file.name, file, at: newest, ...(isHeld && { isHeld }) }
      })
      for (const photo of taken) enter(photo, isHeld ? 'held' : 'sending')
      await Promise.all(taken.map(keep))
      pump()
    },
    /** From now on its photos are sent, to another place if that is known only now. */
    release(place: string, to = place) {
      for (const { key, state } of entries) {
        const file = files.get(key)
        if (state !== 'held' || file?.place !== place) continue
        const { isHeld: _held, ...held } = file
        const free = { ...held, place: to }
        files.set(key, free)
        change(key, { state: 'sending', place: to })
        void keep(free)
      }
      pump()
    },
    /** Whether a photo would be lost with this page. */
    hasUnkept: () => [...files.keys()].some((id) => !stored.has(id)),
    /** Sends photos left by an earlier visit. */
    async resume(): Promise<void> {
      const mine = owner()
      leave(({ key }) => (files.get(key)?.owner ?? mine) !== mine)
      const left = await kept.of(mine)
      for (const file of left) {
        if (files.has(file.id) || flying.has(file.id)) continue
        enter(file, file.isHeld ? 'held' : 'sending')
        stored.add(file.id)
      }
      const held = entries.filter(({ state }) => state === 'held').map(({ key }) => key)
      const gone = new Set<string>()
      for (const key of held) if (await isElsewhere(key)) gone.add(key)
      leave(({ key }) => gone.has(key))
      pump()
    },
    retry(key: string) {
      change(key, { state: 'sending' })
      pump()
    },
    retryAll,
    /** Discards a photo. One in flight may still arrive. */
    discard(key: string) {
      leave((entry) => entry.key === key)
      void kept.drop(key)
    },
    tidy: (place: string) => leave((entry) => entry.place === place && entry.state === 'done'),
    clear() {
      clearTimeout(timer)
      leave(() => true)
      void kept.clear(owner())
    },
  }
}
