type Work = (lock: object | null) => unknown

/** For tests: `navigator.locks` of tabs that share this page's storage. A tab that crashes lets go of its own. */
export function installLocks() {
  const held = new Set<string>()
  const waiting = new Map<string, Promise<void>>()
  async function request(name: string, ...rest: [Work] | [{ ifAvailable: boolean }, Work]): Promise<unknown> {
    const [options, work] = rest.length === 1 ? [{ ifAvailable: false }, rest[0]] : rest
    if (options.ifAvailable && held.has(name)) return work(null)
    while (held.has(name)) await waiting.get(name)
    held.add(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(name, promise)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
      resolve()
    }
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  return {
    names: () => [...held],
    crash: (name: string | undefined) => held.delete(name ?? ''),
    remove: () => Reflect.deleteProperty(navigator, 'locks'),
  }
}
