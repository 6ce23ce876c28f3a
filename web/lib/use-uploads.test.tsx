import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errors } from '#contract/error'
import { ApiError } from './api-error.ts'
import { useUploads } from './use-uploads.ts'

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: vi.fn() }))
})
afterEach(() => vi.unstubAllGlobals())

const refusal = (status: number, body: unknown) => new ApiError({ url: '/x', status, statusText: '', body })
const heic = refusal(400, { code: 'file_heic', file: [errors.file_heic.message] })
const away = refusal(503, {})
const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

it('each photo keeps why it failed, also when another one arrives later', async () => {
  const send = vi.fn(async (form: FormData) => {
    const { name } = form.get('file') as File
    if (name === 'iphone.heic') throw heic
    if (name === 'away.jpg') throw away
    return name
  })
  const { result } = renderHook(() => useUploads(send))
  act(() => result.current.add([picture('iphone.heic'), picture('away.jpg'), picture('good.jpg')]))
  await waitFor(() =>
    expect(result.current.photos.map(({ state }) => state)).toEqual(['failed', 'failed', 'done']),
  )
  const [iphone, other] = result.current.photos
  expect(iphone?.problem).toEqual({ sentence: expect.stringContaining('HEIC'), again: false })
  expect(other?.problem?.again).toBe(true)
  expect(await result.current.settled()).toBe(false)
  act(() => {
    result.current.discard(iphone?.key ?? '')
    result.current.discard(other?.key ?? '')
  })
  expect(await result.current.settled()).toBe(true)
})
