import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ErrorCode, errors } from '#contract/error'
import { ApiError, CancelError } from './api-error.ts'
import {
  INPUT_KEPT,
  networkSentence,
  offlineSentence,
  sentencesByStatus,
  unknownSentence,
} from './error-sentences.ts'
import { errorCode, fieldErrors, sentenceFor } from './errors.ts'
import { request } from './request.ts'
import { SmallRequestError } from './small-wrapper.ts'

const failure = (status: number, body?: unknown, retryAfter?: number) =>
  new ApiError({ url: '/x', status, statusText: '', body, retryAfter })

const english = (text: string) =>
  text
    .replace(/Next Engine|JPEG|PNG|Shift_JIS|UTF-8|WebP|HEIC|iPhone|MB|LINE|API|https/g, '')
    .match(/[A-Za-z]{2,}/)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the named refusal', () => {
  it('is read from the body when the contract knows it', () => {
    expect(errorCode(failure(400, { status: ['x'], code: 'illegal_transition' }))).toBe('illegal_transition')
    expect(errorCode(failure(400, { code: 'never_heard' }))).toBeUndefined()
    expect(errorCode(failure(400, { code: 'constructor' }))).toBeUndefined()
    expect(errorCode(failure(502, '<html>'))).toBeUndefined()
    expect(errorCode(new Error('x'))).toBeUndefined()
  })
})

describe('messages for a form', () => {
  it('what somebody else has saved meanwhile is no message about a field', () => {
    const body = {
      detail: '別の人が先に保存しました。',
      code: 'stale_version',
      current: { note: 'ほかの人のメモ' },
    }
    expect(fieldErrors(failure(409, body))).toEqual({})
  })
  it('X16 keys are camelCase, messages untouched, form errors under nonFieldErrors', () => {
    const body = {
      account_type: ['"3"は有効な選択肢ではありません。', 'second_message'],
      non_field_errors: ['全体の誤り'],
      code: 'x',
    }
    expect(fieldErrors(failure(400, body))).toEqual({
      accountType: ['"3"は有効な選択肢ではありません。', 'second_message'],
      nonFieldErrors: ['全体の誤り'],
    })
  })

  it('X16 nested fields are dotted and keep their position', () => {
    const body = {
      address: { postal_code: ['a'], non_field_errors: ['b'] },
      rows: [{}, { unit_amount: ['c'] }],
      tags: { 1: ['d'] },
    }
    expect(fieldErrors(failure(400, body))).toEqual({
      'address.postalCode': ['a'],
      address: ['b'],
      'rows.1.unitAmount': ['c'],
      'tags.1': ['d'],
    })
  })

  it('X16 a bare list of messages belongs to the form', () => {
    expect(fieldErrors(failure(400, ['a', 'b']))).toEqual({ nonFieldErrors: ['a', 'b'] })
  })

  it('has nothing to say about other errors', () => {
    expect(fieldErrors(failure(401, { detail: 'x', code: 'y', messages: [{ message: 'z' }] }))).toEqual({})
    expect(fieldErrors(failure(502, '<html>'))).toEqual({})
    expect(fieldErrors(failure(500))).toEqual({})
    expect(fieldErrors(new Error('x'))).toEqual({})
  })
})

describe('the sentence for an error', () => {
  it.each(Object.keys(errors) as ErrorCode[])('%s is told in Japanese', (code) => {
    const { status, field, message } = errors[code]
    const body = field === 'detail' ? { detail: message, code } : { [field]: [message], code }
    const sentence = sentenceFor(failure(status, body))
    expect(sentence).toMatch(/。$/)
    expect(english(sentence)).toBeNull()
  })

  it('is the one of the body when that is Japanese', () => {
    expect(
      sentenceFor(failure(400, { amount: ['残高は ¥500 です。'], code: 'amount_exceeds_balance' })),
    ).toBe('残高は ¥500 です。')
    expect(sentenceFor(failure(400, { name: ['この項目は必須です。'] }))).toBe('この項目は必須です。')
    expect(sentenceFor(failure(404, { detail: '見つかりませんでした。' }))).toBe('見つかりませんでした。')
  })

  it('is the one of the contract when the body names a code without words', () => {
    expect(sentenceFor(failure(400, { code: 'offer_changed' }))).toBe(errors.offer_changed.message)
  })

  it('translates the fixed texts of known libraries', () => {
    const wrong = failure(401, { detail: 'No active account found with the given credentials' })
    expect(sentenceFor(wrong)).toBe('メールアドレスかパスワードが違うようです。もう一度ご確認ください。')
    expect(english(sentenceFor(failure(400, { current_password: ['Invalid password.'] })))).toBeNull()
  })

  it('never shows unknown English, HTML or nothing', () => {
    expect(sentenceFor(failure(400, { a: ['Not a valid string.'] }))).toBe(sentencesByStatus[400])
    expect(sentenceFor(failure(502, '<h1>メンテナンス</h1>'))).toBe(sentencesByStatus[502])
    expect(sentenceFor(failure(500))).toBe(sentencesByStatus[500])
    expect(sentenceFor(failure(599))).toBe(sentencesByStatus[500])
    expect(sentenceFor(failure(418))).toBe(unknownSentence)
  })

  it('speaks of input only where something was to be sent', async () => {
    const body = { detail: errors.database_unavailable.message, code: 'database_unavailable' }
    const answers = [{ status: 500 }, { status: 502 }, { status: 503 }, { status: 503, body }]
    for (const answer of answers) {
      const told = (method: 'GET' | 'PATCH') =>
        sentenceFor(new ApiError({ url: '/x', statusText: '', body: undefined, ...answer }, {}, method))
      expect(told('PATCH')).toContain(INPUT_KEPT)
      expect(told('GET')).toBe(told('PATCH').replace(INPUT_KEPT, ''))
    }
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const failed = (method: 'GET' | 'POST') =>
      request({ method, path: '/a' }).catch((reason: unknown) => sentenceFor(reason))
    expect(await failed('POST')).toBe(networkSentence)
    expect(await failed('GET')).toBe(networkSentence.replace(INPUT_KEPT, ''))
  })

  it('says how long to wait', () => {
    const detail = 'リクエストの処理は絞られました。 Expected available in 60 seconds.'
    expect(sentenceFor(failure(429, { detail, code: 'throttled' }, 45))).toContain('45秒')
    expect(sentenceFor(failure(429, { detail, code: 'throttled' }, 61))).toContain('2分')
    expect(english(sentenceFor(failure(429, { detail })))).toBeNull()
  })

  it('tells no connection from no server', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const error: unknown = await request({ method: 'POST', path: '/a' }).catch((reason: unknown) => reason)
    expect(sentenceFor(error)).toBe(networkSentence)
    expect(sentenceFor(new SmallRequestError('Failed to fetch', -1))).toBe(networkSentence)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(sentenceFor(error)).toBe(offlineSentence)
  })

  it('has a sentence for everything else', () => {
    for (const error of [new TypeError('x is undefined'), 'x', undefined, null, {}]) {
      expect(sentenceFor(error)).toBe(unknownSentence)
    }
    expect(sentenceFor(new CancelError())).toMatch(/。$/)
    expect(sentenceFor(new SmallRequestError('boom', 503))).toBe(sentencesByStatus[503])
  })
})
