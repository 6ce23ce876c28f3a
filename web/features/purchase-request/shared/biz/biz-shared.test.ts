import { describe, expect, it } from 'vitest'
import { trackingProblem } from './carrier.ts'
import { nextOf, otherMoves } from './request-moves.tsx'
import { gradeText } from './statuses.ts'
import type { BizRequest } from './types.ts'
import { conflictFields, moverOf } from './use-request-writer.tsx'

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
    expect(nextOf(request({ status: 2, allowedTransitions: [receive] }))).toBe('receive')
    expect(nextOf(request({ status: 10, items: [item(1), item(2)] }))).toBe('assess')
    expect(nextOf(request({ status: 10, items: [item(2), item(3)] }))).toBe('publish')
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
