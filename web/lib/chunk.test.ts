import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkMissing, loadChunk, reloadForChunks } from './chunk.ts'

const reload = vi.fn()
const server = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer))

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  server(async () => new Response('<!doctype html>'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('U17 a part that cannot be fetched', () => {
  it('has a failure of its own, with what the browser said', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module')
    const failure = await loadChunk(() => Promise.reject(cause)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ChunkMissing)
    expect(failure).toHaveProperty('cause', cause)
  })

  it('is what was asked for when it comes', async () => {
    expect(await loadChunk(async () => 'page')).toBe('page')
  })
})

describe('U17 loading the page anew for its parts', () => {
  it('happens once by itself, not again and again', async () => {
    expect(await reloadForChunks(false, reload)).toBe(true)
    expect(await reloadForChunks(false, reload)).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('happens as often as somebody presses', async () => {
    await reloadForChunks(false, reload)
    expect(await reloadForChunks(true, reload)).toBe(true)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('never happens without a connection: what is on the screen stays', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await reloadForChunks(true, reload)).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })

  it('never happens when the server does not answer, or answers with an error', async () => {
    server(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await reloadForChunks(true, reload)).toBe(false)
    server(async () => new Response('', { status: 502 }))
    expect(await reloadForChunks(true, reload)).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not happen by itself where it could not be remembered', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    expect(await reloadForChunks(false, reload)).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })
})
