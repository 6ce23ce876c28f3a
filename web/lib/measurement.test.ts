import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Landing, measureVisits, readConsent, recordEvent, storeConsent } from './measurement.ts'
import { startServer, type TestServer, tokenOf } from './test-server.ts'
import { clearTokens, storeSession } from './tokens.ts'

const token = '7f0c2a52-9d5e-4c39-8a55-0f3d4b6c7e81'
const advertised: Landing = {
  href: 'https://okuru.example/?utm_source=google&gclid=Cj0&token=secret#top',
  referrer: 'https://search.example/results?q=%E4%BD%90%E8%97%A4',
  store: 'aoyama',
}

let server: TestServer
let stop: () => void
let isTaken = false
beforeEach(async () => {
  isTaken = false
  server = await startServer(({ path }) => {
    if (path === '/api/ad-tracking/create/') return { status: 201, json: { token } }
    if (path === '/api/user-activity/') return { status: 201, json: {} }
    if (isTaken) return { status: 404, json: { detail: 'Token not found' } }
    return { json: { token } }
  })
  stop = () => undefined
})
afterEach(async () => {
  stop()
  clearTokens()
  localStorage.clear()
  await server.close()
})

const signIn = () => storeSession({ access: tokenOf(12), refresh: 'eyJr.e.f', userType: 'customer' })
const keptToken = () => localStorage.getItem('adToken')
const kept = () => waitFor(() => expect(keptToken()).toBe(token))
const forgotten = () => waitFor(() => expect(keptToken()).toBeNull())

/** Records one more event, and waits for it: what was sent before is there as well. */
async function pagesSeen(last: string): Promise<unknown[]> {
  const pages = () => server.to('/api/user-activity/').map(({ json }) => (json as { path: string }).path)
  recordEvent('page', last)
  await waitFor(() => expect(pages()).toContain(last))
  return pages()
}

describe('measuring a visit', () => {
  it('sends and keeps nothing before the visitor agrees', async () => {
    stop = measureVisits(advertised)
    signIn()
    recordEvent('page', '/')
    expect(Object.keys(localStorage)).not.toContain('adToken')
    stop()
    storeConsent('granted')
    expect(await pagesSeen('/help')).toEqual(['/help'])
    expect(server.seen).toHaveLength(1)
  })

  it('tells once where an advertised visitor came from, and whose visit it was after the sign-in', async () => {
    stop = measureVisits(advertised)
    storeConsent('granted')
    storeConsent('granted')
    await kept()
    expect(server.to('/api/ad-tracking/create/').map(({ json }) => json)).toEqual([
      {
        utm_source: 'google',
        gclid: 'Cj0',
        landing_url: 'https://okuru.example/',
        referrer: 'https://search.example/results',
        store: 'aoyama',
      },
    ])
    expect(server.to('/api/ad-tracking/update-user/')).toEqual([])
    signIn()
    await forgotten()
    const [tied] = server.to('/api/ad-tracking/update-user/')
    expect(tied?.json).toEqual({ token })
    expect(tied?.headers.authorization).toBe(`Bearer ${tokenOf(12)}`)
  })

  it('drops a token that belongs to somebody else', async () => {
    isTaken = true
    stop = measureVisits(advertised)
    storeConsent('granted')
    await kept()
    signIn()
    await forgotten()
  })

  it('has nothing to tell of a visit that nobody led here', async () => {
    storeConsent('granted')
    stop = measureVisits({
      href: 'https://okuru.example/help',
      referrer: 'https://okuru.example/',
      store: '',
    })
    await pagesSeen('/help')
    expect(server.seen).toHaveLength(1)
  })

  it('records events without the account, and stops when the visitor refuses', async () => {
    storeConsent('granted')
    signIn()
    await pagesSeen('/requests/$id')
    const [event] = server.to('/api/user-activity/')
    expect(event?.headers.authorization).toBeUndefined()
    expect(event?.json).toMatchObject({ event: 'page', path: '/requests/$id' })
    storeConsent('denied')
    expect(readConsent()).toBe('denied')
    recordEvent('page', '/')
    storeConsent('granted')
    expect(await pagesSeen('/help')).toEqual(['/requests/$id', '/help'])
  })

  it('disturbs nobody when the server is away', async () => {
    storeConsent('granted')
    await server.close()
    const asked = vi.spyOn(globalThis, 'fetch')
    stop = measureVisits(advertised)
    recordEvent('page', '/')
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    const ends = await Promise.allSettled(asked.mock.results.map(({ value }) => value))
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    asked.mockRestore()
    expect(readConsent()).toBe('granted')
  })
})
