type Work = (lock: object | null) => unknown

/** For tests: `navigator.locks` of tabs that share this page's storage. A tab that crashes lets go of its own. */
export function installLocks() {
  const held = new Set<string>()
  async function request(name: string, ...rest: [Work] | [{ ifAvailable: boolean }, Work]): Promise<unknown> {
    const [options, work] = rest.length === 1 ? [{ ifAvailable: false }, rest[0]] : rest
    if (held.has(name)) {
      if (options.ifAvailable) return work(null)
      throw new Error(`${name} is held`)
    }
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  return {
    names: () => [...held],
    crash: (name: string | undefined) => held.delete(name ?? ''),
    remove: () => Reflect.deleteProperty(navigator, 'locks'),
  }
}
