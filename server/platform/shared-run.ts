/**
 * One run at a time for each key. Whoever asks while one is under way waits for the next, together with all others who
 * ask meanwhile: nobody gets what was read before they asked, and a crowd costs two runs.
 */
export function sharedRuns<Result>() {
  const runs = new Map<string, Entry<Result>>()

  const begin = (key: string, run: () => Promise<Result>): Promise<Result> => {
    // Begins a moment later: what is asked for in the same moment shares it.
    const now = Promise.resolve().then(() => {
      entry.isUnderWay = true
      return run()
    })
    const entry: Entry<Result> = { now, isUnderWay: false }
    runs.set(key, entry)
    const end = () => {
      if (runs.get(key) === entry && !entry.next) runs.delete(key)
    }
    now.then(end, end)
    return now
  }

  return (key: string, run: () => Promise<Result>): Promise<Result> => {
    const entry = runs.get(key)
    if (!entry) return begin(key, run)
    if (!entry.isUnderWay) return entry.now
    entry.next ??= entry.now.then(
      () => begin(key, run),
      () => begin(key, run),
    )
    return entry.next
  }
}

interface Entry<Result> {
  now: Promise<Result>
  isUnderWay: boolean
  next?: Promise<Result>
}
