import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberVisit, takeVisit } from '#web/lib/social-session.ts'
import { type Ending, endingOfError, landedWith, wordsOf } from './callback.rules.ts'

const visit = { state: 's1', provider: 'line', label: 'LINE', errand: 'sign_in' } as const

describe('what a provider sent back', () => {
  it('is read as text, also when it looks like a number', () => {
    expect(landedWith('?code=0123456789012345678901&state=1e3&iss=https%3A%2F%2Faccess.line.me')).toEqual({
      code: '0123456789012345678901',
      state: '1e3',
      error: '',
      iss: 'https://access.line.me',
    })
  })

  it.each([
    ['access_denied', 'declined'],
    ['temporarily_unavailable', 'down'],
    ['invalid_scope', 'refused'],
    ['constructor', 'refused'],
  ])('%s: %s', (error, ending) => expect(endingOfError(error)).toBe(ending))

  it('is told in words for every ending', () => {
    const endings: Ending[] = ['declined', 'unknown', 'refused', 'down', 'email_taken', 'elsewhere', 'staff']
    for (const ending of endings)
      for (const errand of ['sign_in', 'link'] as const) {
        const { title, text } = wordsOf(ending, 'LINE', errand)
        expect(`${title}${text}`).not.toMatch(/undefined|[a-z]{3,}/)
        expect(text.endsWith('。')).toBe(true)
      }
  })
})

describe('a visit to a provider', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.useRealTimers()
  })

  it('is taken once, by its own state', () => {
    rememberVisit(visit)
    rememberVisit({ ...visit, state: 's2', returnUrl: '/balance' })
    expect(takeVisit('other')).toBeUndefined()
    expect(takeVisit('s2')).toMatchObject({ returnUrl: '/balance' })
    expect(takeVisit('s2')).toBeUndefined()
    expect(takeVisit('s1')).toMatchObject({ provider: 'line' })
    expect(localStorage.length).toBe(0)
  })

  it('is over after ten minutes', () => {
    vi.useFakeTimers()
    rememberVisit(visit)
    vi.advanceTimersByTime(10 * 60_000)
    expect(takeVisit('s1')).toBeUndefined()
  })

  it('is none where the storage is damaged', () => {
    localStorage.setItem('providerVisits', '{"a":1}')
    expect(takeVisit('s1')).toBeUndefined()
    localStorage.setItem('providerVisits', '[')
    expect(takeVisit('s1')).toBeUndefined()
  })
})
