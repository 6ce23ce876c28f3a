import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { authRequest, installAuthExpiry } from './auth-fetch.ts'
import { currentOwner } from './draft-store.ts'
import { makeQueryClient } from './query-client.ts'
import { logout } from './session.ts'
import { dropSuspendedSession, keepPagesWhen, pageOwner, suspendedSession } from './suspended-session.ts'
import { type Reply, type Seen, startRawServer, type TestServer } from './test-server.ts'
import { readTokens, storeSession, tokenKeys } from './tokens.ts'

const token = (user: number, name: string) =>
  `eyJ${name}.${btoa(JSON.stringify({ aud: 'business', user_id: user }))}.x`
const old = token(3, 'old')
const fresh = token(3, 'fresh')
const other = token(4, 'other')
const invalid: Reply = { status: 401, json: { detail: 'x', code: 'token_not_valid' } }

let server: TestServer
let stopKeeping: () => void
let uninstall: () => void
const navigate = vi.fn()

const bearer = ({ headers }: Seen) => headers.authorization
const signIn = (access: string) => storeSession({ access, refresh: `${access}r`, userType: 'business' })
const save = () => authRequest({ method: 'PUT', path: '/api/biz/x/', body: { price: 3000 } })
async function waits(call: Promise<unknown>): Promise<void> {
  await waitFor(() => expect(suspendedSession()).toBeDefined())
  const first = await Promise.race([
    call.then(String, String),
    new Promise((done) => setTimeout(done, 60, 'waits')),
  ])
  expect(first).toBe('waits')
}

beforeEach(async () => {
  localStorage.clear()
  navigate.mockReset()
  window.history.replaceState(null, '', '/biz/bench/55?item=a')
  server = await startRawServer((seen) =>
    seen.path.includes('refresh') || bearer(seen) === `Bearer ${old}` || !bearer(seen)
      ? invalid
      : { json: { saved: bearer(seen) } },
  )
  uninstall = installAuthExpiry({ navigate })
  stopKeeping = keepPagesWhen(() => true)
  signIn(old)
})
afterEach(async () => {
  dropSuspendedSession()
  stopKeeping()
  uninstall()
  await server.close()
})

describe('a session that ends under somebody’s hands', () => {
  it('clears what is stored, goes nowhere, and makes the call once more after the password', async () => {
    const call = save()
    await waits(call)
    expect(readTokens()).toEqual({ access: null, refresh: null, userType: null })
    expect(navigate).not.toHaveBeenCalled()
    expect(suspendedSession()).toMatchObject({
      owner: 'business:3',
      userType: 'business',
      path: '/biz/bench/55',
    })
    signIn(fresh)
    expect(await call).toEqual({ saved: `Bearer ${fresh}` })
    expect(suspendedSession()).toBeUndefined()
    const [first, repeat] = server.to('/api/biz/x/')
    expect(repeat?.json).toEqual(first?.json)
  })

  it('asks once for all calls, and lets those wait that the page makes meanwhile', async () => {
    const calls = [save(), save(), save()]
    await Promise.all(calls.map(waits))
    await waitFor(() => expect(server.to('/api/biz/x/')).toHaveLength(3))
    const late = save()
    await waits(late)
    expect(server.to('/api/biz/x/')).toHaveLength(3)
    expect(server.to('/api/auth/jwt/refresh/')).toHaveLength(1)
    signIn(fresh)
    expect(await Promise.all([...calls, late])).toHaveLength(4)
  })

  it('repeats a call whose refusal arrives only after the password was given', async () => {
    await server.close()
    let answerLate: (reply: Reply) => void = () => undefined
    server = await startRawServer((seen) => {
      if (seen.path.includes('refresh')) return invalid
      if (bearer(seen) !== `Bearer ${old}`) return { json: { saved: true } }
      return seen.path.includes('slow')
        ? new Promise<Reply>((done) => {
            answerLate = done
          })
        : invalid
    })
    const slow = authRequest({ method: 'POST', path: '/api/slow/' })
    await waitFor(() => expect(server.to('/api/slow/')).toHaveLength(1))
    const call = save()
    await waits(call)
    signIn(fresh)
    await call
    answerLate(invalid)
    expect(await slow).toEqual({ saved: true })
  })

  it('gives nothing of the page to another person', async () => {
    const client = makeQueryClient()
    client.setQueryData(['GET /api/biz/secret/'], { name: '山田' })
    const call = save().catch((error: unknown) => error)
    await waits(call)
    expect(client.getQueryData(['GET /api/biz/secret/'])).toEqual({ name: '山田' })
    expect(currentOwner()).toBe('business:3')
    signIn(other)
    expect(await call).toBeInstanceOf(ApiError)
    expect(server.to('/api/biz/x/').map(bearer)).not.toContain(`Bearer ${other}`)
    expect(client.getQueryData(['GET /api/biz/secret/'])).toBeUndefined()
    expect(currentOwner()).toBe('business:4')
  })

  it('ends for good when the page is left: the call gets its refusal, and what was read is forgotten', async () => {
    const client = makeQueryClient()
    client.setQueryData(['GET /api/biz/secret/'], 1)
    const call = save().catch((error: unknown) => error)
    await waits(call)
    dropSuspendedSession()
    expect(await call).toMatchObject({ status: 401 })
    expect(pageOwner()).toBeUndefined()
    expect(client.getQueryData(['GET /api/biz/secret/'])).toBeUndefined()
    signIn(fresh)
    expect(server.to('/api/biz/x/').map(bearer)).not.toContain(`Bearer ${fresh}`)
  })

  it('leads to the sign-in page where there is nothing to keep', async () => {
    stopKeeping()
    await save().catch(() => undefined)
    expect(navigate).toHaveBeenCalledWith('/biz/login?returnUrl=%2Fbiz%2Fbench%2F55%3Fitem%3Da')
    expect(suspendedSession()).toBeUndefined()
  })
})

function otherTab(change: () => void): void {
  const listeners = localStorage
  change()
  window.dispatchEvent(new StorageEvent('storage', { key: tokenKeys.access, storageArea: listeners }))
}
const emptied = () => {
  for (const key of Object.values(tokenKeys)) localStorage.removeItem(key)
}

describe('the other tabs', () => {
  it('keep their pages when the session ended by itself, and go on with the first sign-in anywhere', async () => {
    otherTab(() => {
      localStorage.setItem('sessionEnded', `business:3 ${Date.now()}`)
      emptied()
    })
    expect(suspendedSession()?.owner).toBe('business:3')
    const call = save()
    await waits(call)
    otherTab(() => {
      localStorage.setItem(tokenKeys.access, fresh)
      localStorage.setItem(tokenKeys.refresh, `${fresh}r`)
      localStorage.setItem(tokenKeys.userType, 'business')
    })
    expect(await call).toEqual({ saved: `Bearer ${fresh}` })
  })

  it('keep nothing when somebody signed out there', async () => {
    otherTab(emptied)
    expect(suspendedSession()).toBeUndefined()
    expect(pageOwner()).toBeUndefined()
  })

  it('are told of a sign-out even shortly after a session had ended', async () => {
    localStorage.setItem('sessionEnded', `business:3 ${Date.now()}`)
    await logout()
    expect(localStorage.getItem('sessionEnded')).toBeNull()
  })
})
