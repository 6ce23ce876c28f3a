/**
 * One run at a time for each key. Whoever asks while one is under way waits for the next, together with all others who
 * ask meanwhile: nobody gets what was read before they asked, and a crowd costs two runs.
 */
export function sharedRuns<Result>() {
  const runs = new Map<string, { now: Promise<Result>; next?: Promise<Result> }>()

  const begin = (key: string, run: () => Promise<Result>): Promise<Result> => {
    const entry: { now: Promise<Result>; next?: Promise<Result> } = { now: run() }
    runs.set(key, entry)
    const end = () => {
      if (runs.get(key) === entry && !entry.next) runs.delete(key)
    }
    entry.now.then(end, end)
    return entry.now
  }

  return (key: string, run: () => Promise<Result>): Promise<Result> => {
    const entry = runs.get(key)
    if (!entry) return begin(key, run)
    entry.next ??= entry.now.then(
      () => begin(key, run),
      () => begin(key, run),
    )
    return entry.next
  }
}
