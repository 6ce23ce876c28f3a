import { describe, expect, it } from 'vitest'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { trackingProblem } from './carrier.ts'
import { deadlineOf, monthDay, monthDayTime } from './dates.ts'
import { readQuery } from './list-state.ts'
import { nextOf, otherMoves } from './request-moves.tsx'
import { gradeText } from './statuses.ts'
import type { BizRequest } from './types.ts'
import { conflictFields, moverOf } from './use-request-writer.tsx'

describe('the list state of an address', () => {
  it('is read with the schema of the call; what does not fit is left out', () => {
    const read = readQuery(purchaseRequestCalls.bizList, {
      view: 'late',
      status: '11',
      page: '3',
      assessor: 'someone',
      delivering_option: 'BY_PIGEON',
      open: '10482',
      customer_name: '',
    })
    expect(read).toEqual({ view: 'late', status: 11, page: '3' })
  })
})

describe('days and deadlines on the clock of Tokyo', () => {
  it('an evening in London is the next day in Tokyo', () => {
    const now = Date.parse('2026-11-21T10:00:00+09:00')
    expect(monthDay('2026-11-18T16:00:00Z', now)).toBe('11/19')
    expect(monthDayTime('2026-11-18T16:05:00Z', now)).toBe('11/19 01:05')
    expect(monthDay('2026-12-01', now)).toBe('12/1')
    expect(monthDay(null, now)).toBe('—')
  })

  it('tells the year of a day that is not of this year in Tokyo', () => {
    const newYear = Date.parse('2027-01-01T00:30:00+09:00')
    expect(monthDay('2026-12-31', newYear)).toBe('2026/12/31')
    expect(monthDay('2026-12-31T15:10:00Z', newYear)).toBe('1/1')
    expect(monthDayTime('2026-12-31T14:59:00Z', newYear)).toBe('2026/12/31 23:59')
    expect(monthDay('2027-01-04', Date.parse('2026-12-28T10:00:00+09:00'))).toBe('2027/1/4')
  })

  it('says how much is left', () => {
    const now = Date.parse('2026-11-21T10:00:00+09:00')
    expect(deadlineOf('2026-12-01T23:59:59+09:00', now)).toEqual({ text: 'あと10日', late: false })
    expect(deadlineOf('2026-11-21T23:59:59+09:00', now)).toEqual({ text: '今日まで', late: true })
    expect(deadlineOf('2026-11-19T23:59:59+09:00', now)).toEqual({ text: '2日超過', late: true })
    expect(deadlineOf('2026-11-21T08:00:00+09:00', now)).toEqual({ text: '期限切れ', late: true })
  })
})

describe('the number of a parcel', () => {
  it('is checked by its last digit, however it is typed', () => {
    expect(trackingProblem('YAMATO', '3778-4510-0684')).toBeUndefined()
    expect(trackingProblem('YAMATO', '３７７８４５１００６８４')).toBeUndefined()
    expect(trackingProblem('YAMATO', '377845100685')).toContain('12桁のどこかが違う')
    expect(trackingProblem('SAGAWA', '37784510')).toContain('いま8桁')
    expect(trackingProblem('YAMATO', ' ')).toContain('入力してください')
    expect(trackingProblem('KLD', 'K-99')).toBeUndefined()
  })
})

const request = (change: Partial<BizRequest>): BizRequest =>
  ({ status: 10, items: [], allowedTransitions: [], statusHistory: [], ...change }) as unknown as BizRequest

const item = (status: number) => ({ slug: `s${status}`, status }) as BizRequest['items'][number]

describe('a grade in a list', () => {
  it('is written with what its band means', () => {
    expect(gradeText('C_2')).toBe('C_2 使用感・傷みあり')
    expect(gradeText(null)).toBe('—')
  })
})

describe('where the work on a request goes on', () => {
  it('counting, assessing and publishing have pages of their own', () => {
    const receive = { to: 3, label: '受け取る', needs: ['item_count'] }
    expect(nextOf(request({ status: 2, allowedTransitions: [receive] }))).toBe('intake')
    expect(nextOf(request({ status: 10, items: [item(1), item(2)] }))).toBe('bench')
    expect(nextOf(request({ status: 10, items: [item(2), item(3)] }))).toBe('result')
    expect(nextOf(request({ status: 11 }))).toBe('result')
  })

  it('offers only what the server allows, and never to end a deal first', () => {
    const book = { to: 1, label: '集荷・発送の手配を済ませる', needs: [] }
    const cancel = { to: 4, label: '申し込みを取り消す', needs: [] }
    const applied = request({ status: 0, allowedTransitions: [cancel, book] })
    expect(nextOf(applied)).toBe(book)
    expect(otherMoves(applied)).toEqual([cancel])
    expect(nextOf(request({ status: 0, allowedTransitions: [cancel] }))).toBeUndefined()
    expect(otherMoves(request({ status: 21 }))).toEqual([])
  })

  it('offers what ends the deal below everything else', () => {
    const receive = { to: 3, label: '受け取る', needs: ['item_count'] }
    const cancel = { to: 4, label: '申し込みを取り消す', needs: [] }
    const transit = { to: 2, label: '輸送中にする', needs: [] }
    expect(otherMoves(request({ status: 1, allowedTransitions: [receive, cancel, transit] }))).toEqual([
      transit,
      cancel,
    ])
  })

  it('does not offer publishing beside the page that publishes', () => {
    const publish = { to: 11, label: '査定結果を公開する', needs: ['publish'] }
    expect(otherMoves(request({ status: 10, items: [item(2)], allowedTransitions: [publish] }))).toEqual([])
  })
})

describe('two people writing one request', () => {
  it('sees a move set against where the request stands now, and a note against the other note', () => {
    const current = request({ status: 24, internalNote: '電話済み' })
    const fields = conflictFields(
      { status: 10, internalNote: '明日電話する', reason: 'x' },
      current,
      '査定を始める',
    )
    expect(fields).toEqual([
      { key: 'status', label: '操作', mine: '査定を始める', theirs: 'いまの状況「取引中止」のままにする' },
      { key: 'internalNote', label: '社内メモ', mine: '明日電話する', theirs: '電話済み' },
    ])
  })

  it('names who moved the request, and nobody for a note', () => {
    const history = [{ actor: '鈴木 健一' }] as unknown as BizRequest['statusHistory']
    const before = request({ status: 0 })
    expect(moverOf({ before, current: request({ status: 1, statusHistory: history }) })).toBe('鈴木 健一')
    expect(moverOf({ before, current: request({ status: 0, statusHistory: history }) })).toBeUndefined()
  })
})
