import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

const settled = () => new Promise((resolve) => setTimeout(resolve, 60))
const signIn = () => storeSession({ access: tokenOf(12), refresh: 'eyJr.e.f', userType: 'customer' })

describe('measuring a visit', () => {
  it('sends and keeps nothing before the visitor agrees', async () => {
    stop = measureVisits(advertised)
    signIn()
    recordEvent('page', '/')
    await settled()
    expect(server.seen).toEqual([])
    expect(Object.keys(localStorage)).not.toContain('adToken')
  })

  it('tells once where an advertised visitor came from, and whose visit it was after the sign-in', async () => {
    stop = measureVisits(advertised)
    storeConsent('granted')
    storeConsent('granted')
    await settled()
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
    await settled()
    const [tied] = server.to('/api/ad-tracking/update-user/')
    expect(tied?.json).toEqual({ token })
    expect(tied?.headers.authorization).toBe(`Bearer ${tokenOf(12)}`)
    expect(localStorage.getItem('adToken')).toBeNull()
  })

  it('drops a token that belongs to somebody else', async () => {
    isTaken = true
    stop = measureVisits(advertised)
    storeConsent('granted')
    await settled()
    signIn()
    await settled()
    expect(localStorage.getItem('adToken')).toBeNull()
  })

  it('has nothing to tell of a visit that nobody led here', async () => {
    storeConsent('granted')
    stop = measureVisits({
      href: 'https://okuru.example/help',
      referrer: 'https://okuru.example/',
      store: '',
    })
    await settled()
    expect(server.seen).toEqual([])
  })

  it('records events without the account, and stops when the visitor refuses', async () => {
    storeConsent('granted')
    signIn()
    recordEvent('page', '/requests/$id')
    await settled()
    const [event] = server.to('/api/user-activity/')
    expect(event?.headers.authorization).toBeUndefined()
    expect(event?.json).toMatchObject({ event: 'page', path: '/requests/$id' })
    storeConsent('denied')
    expect(readConsent()).toBe('denied')
    recordEvent('page', '/')
    await settled()
    expect(server.to('/api/user-activity/')).toHaveLength(1)
  })

  it('disturbs nobody when the server is away', async () => {
    storeConsent('granted')
    await server.close()
    stop = measureVisits(advertised)
    recordEvent('page', '/')
    await settled()
    expect(readConsent()).toBe('granted')
  })
})
