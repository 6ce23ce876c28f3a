import { act, cleanup, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DraftOptions, useDraft } from './draft.ts'
import { logout } from './session.ts'
import { tokenOf } from './test-server.ts'
import { clearTokens, storeSession } from './tokens.ts'

interface Form {
  note: string
  count: number
  photo?: File
  files?: File[]
  password?: string
}
const initial: Form = { note: '', count: 1 }

function open(options?: DraftOptions<Form>) {
  return renderHook(() => useDraft<Form>('request', initial, options), { wrapper: StrictMode })
}
function type(form: ReturnType<typeof open>, value: Partial<Form>) {
  act(() => form.result.current.setValue((previous) => ({ ...previous, ...value })))
}
const pause = () => act(() => vi.advanceTimersByTime(300))
const signIn = (id: number) =>
  storeSession({ access: tokenOf(id), refresh: 'eyJr.e.f', userType: 'customer' })
const drafts = () => Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('draft:'))

function reopened(options?: DraftOptions<Form>) {
  cleanup()
  return open(options).result.current
}

beforeEach(() => {
  vi.useFakeTimers()
  clearTokens()
  localStorage.clear()
  signIn(1)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a draft', () => {
  it('is written 300 ms after the last change and found again', () => {
    const form = open()
    expect(form.result.current.restored).toBe(false)
    type(form, { note: 'a' })
    act(() => vi.advanceTimersByTime(299))
    type(form, { note: 'ab' })
    act(() => vi.advanceTimersByTime(299))
    expect(drafts()).toHaveLength(0)
    act(() => vi.advanceTimersByTime(1))
    expect(drafts()).toHaveLength(1)
    expect(reopened()).toMatchObject({ value: { note: 'ab', count: 1 }, restored: true })
  })

  it('keeps only what was changed, so that a field left alone follows its stored value', () => {
    type(open(), { note: 'a' })
    pause()
    cleanup()
    const { result } = renderHook(() => useDraft<Form>('request', { ...initial, count: 2 }))
    expect(result.current.value).toEqual({ note: 'a', count: 2 })
  })

  it('is written at once when the page or the screen goes away', () => {
    const form = open()
    type(form, { note: 'a' })
    window.dispatchEvent(new Event('pagehide'))
    expect(drafts()[0]?.[1]).toContain('"note":"a"')
    type(form, { note: 'b' })
    expect(reopened().value.note).toBe('b')
  })

  it('outlives an expired sign-in, but only its owner sees it', () => {
    const form = open()
    type(form, { note: 'mine' })
    act(() => clearTokens())
    type(form, { note: 'mine, after' })
    expect(reopened().restored).toBe(false)
    cleanup()
    signIn(2)
    expect(reopened().restored).toBe(false)
    signIn(1)
    expect(reopened().value.note).toBe('mine, after')
  })

  it('of someone not signed in yet becomes theirs with the sign-in', () => {
    clearTokens()
    const form = open()
    type(form, { note: 'before' })
    cleanup()
    signIn(1)
    expect(reopened().value.note).toBe('before')
    cleanup()
    clearTokens()
    expect(reopened().restored).toBe(false)
  })

  it('follows a sign-in that happens while its form is on screen', () => {
    clearTokens()
    const form = open()
    type(form, { note: 'before' })
    pause()
    act(() => signIn(1))
    type(form, { note: 'after' })
    pause()
    expect(drafts().map(([key]) => key)).toEqual(['draft:customer:1:request'])
    expect(reopened().value.note).toBe('after')
  })

  it('goes away when it was sent', () => {
    const form = open()
    type(form, { note: 'a' })
    pause()
    type(form, { note: 'b' })
    act(() => form.result.current.clear())
    expect(form.result.current.value).toEqual(initial)
    pause()
    expect(drafts()).toHaveLength(0)
    expect(reopened().restored).toBe(false)
  })

  it('goes away with an explicit sign-out, even while its form is on screen', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
    localStorage.setItem('draft:customer:2:request', '{"of":"another person"}')
    localStorage.setItem('draft:-:request', '{"of":"nobody"}')
    const form = open()
    type(form, { note: 'a' })
    pause()
    type(form, { note: 'b' })
    await act(() => logout())
    type(form, { note: 'c' })
    pause()
    cleanup()
    expect(drafts().map(([key]) => key)).toEqual(['draft:customer:2:request'])
  })

  it('of another version or older than a month is dropped', () => {
    const form = open()
    type(form, { note: 'a' })
    pause()
    expect(reopened({ version: 2 }).restored).toBe(false)
    expect(drafts()).toHaveLength(0)
    type(open(), { note: 'a' })
    pause()
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60 * 1000)
    expect(reopened().restored).toBe(false)
  })

  it('never holds files, nor what it is told to leave out', () => {
    const form = open({ omit: ['password'] })
    const photo = new File(['x'], 'secret-name.png')
    type(form, { note: 'a', photo, files: [photo], password: 'geheim' })
    pause()
    expect(form.result.current.value.photo).toBe(photo)
    expect(drafts()[0]?.[1]).not.toMatch(/secret-name|geheim|photo/)
    expect(reopened().value).toEqual({ note: 'a', count: 1, files: [] })
  })

  it('takes damaged storage for none', () => {
    for (const text of ['{', 'null', '[]', '{"value":1}']) {
      localStorage.setItem('draft:customer:1:request', text)
      expect(reopened()).toMatchObject({ value: initial, restored: false })
    }
  })
})
