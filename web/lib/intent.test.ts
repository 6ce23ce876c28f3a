import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { fingerprint, forgetIntents, keyFor, settleIntent } from './intent.ts'

const refusal = (status: number) => new ApiError({ url: '/x', status, statusText: '', body: undefined })

afterEach(() => {
  forgetIntents()
  vi.useRealTimers()
})

describe('keys of intents', () => {
  it('tells requests apart by route and content, files by name and size', () => {
    const form = (content: string, note = 'a') => {
      const data = new FormData()
      data.set('note', note)
      data.set('file', new File([content], 'a.png', { lastModified: 1 }))
      return { body: data }
    }
    expect(fingerprint('POST /a', form('x'))).toBe(fingerprint('POST /a', form('x')))
    expect(fingerprint('POST /a', form('x'))).not.toBe(fingerprint('POST /a', form('xy')))
    expect(fingerprint('POST /a', form('x'))).not.toBe(fingerprint('POST /a', form('x', 'b')))
    expect(fingerprint('POST /a', { body: {} })).not.toBe(fingerprint('POST /b', { body: {} }))
    expect(fingerprint('POST /a', { params: { id: 1 } })).not.toBe(
      fingerprint('POST /a', { params: { id: 2 } }),
    )
  })

  it('lasts until the outcome is known', () => {
    const key = keyFor('a')
    settleIntent('a', new TypeError('Failed to fetch'))
    settleIntent('a', refusal(500))
    expect(keyFor('a')).toBe(key)
    settleIntent('a', refusal(400))
    expect(keyFor('a')).not.toBe(key)
  })

  it('lasts half an hour at most', () => {
    vi.useFakeTimers()
    const key = keyFor('a')
    vi.advanceTimersByTime(29 * 60_000)
    expect(keyFor('a')).toBe(key)
    vi.advanceTimersByTime(60_000)
    expect(keyFor('a')).not.toBe(key)
  })
})
