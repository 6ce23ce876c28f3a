import { describe, expect, it } from 'vitest'
import { trackingProblem } from './carrier.ts'
import { type Found, placeOfScan } from './code-look-up.ts'
import { recordPlaceOf } from './find-anything.ts'
import { nextOf, otherMoves } from './request-moves.tsx'
import { timelineSteps } from './request-timeline.tsx'
import { gradeText } from './statuses.ts'
import type { BizRequest } from './types.ts'
import { conflictFields, moverOf } from './use-request-writer.tsx'

describe('where an article that was found opens', () => {
  const found = (change: Partial<Found>): Found => ({
    ...{
      kind: 'item',
      request: 10_050,
      box: null,
      slug: 'k7m2qw4n9xta3dfg',
      seq: 3,
      status: 21,
      itemStatus: 6,
    },
    ...{
      name: 'コート',
      customerName: '山田 花子',
      next: 'productize',
      staff: null,
      place: null,
      candidates: [],
    },
    ...change,
  })

  it('is the desk of productization once it is bought, whether it was typed or scanned', () => {
    const desk = { to: '/biz/productization/$slug', params: { slug: 'k7m2qw4n9xta3dfg' } }
    expect([recordPlaceOf(found({}), '10050-3'), placeOfScan(found({}), '10050-3')]).toEqual([desk, desk])
  })

  it('is the bench before, and for what is typed also while it is packed', () => {
    const bench = { to: '/biz/bench/$id', params: { id: '10050' }, search: { item: 'k7m2qw4n9xta3dfg' } }
    for (const next of ['assess', 'start'] as const)
      expect([recordPlaceOf(found({ next }), ''), placeOfScan(found({ next }), '')]).toEqual([bench, bench])
    expect(recordPlaceOf(found({ next: 'pack' }), '')).toEqual(bench)
    expect(placeOfScan(found({ next: 'pack' }), '')).toMatchObject({ to: '/biz/returns' })
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

const box = (seq: number, change: Partial<BizRequest['boxes'][number]>) =>
  ({ seq, trackingNumber: '', arrivedAt: null, countedWith: null, ...change }) as BizRequest['boxes'][number]

describe('the history of a request', () => {
  const line = (id: number, toStatus: number, at: string) =>
    ({ id, toStatus, at, actor: '佐藤 次郎', reason: '' }) as BizRequest['statusHistory'][number]
  const happened = (boxes: BizRequest['boxes']) =>
    timelineSteps(
      request({
        boxes,
        promises: [],
        statusHistory: [line(1, 2, '2026-11-20T10:00:00+09:00'), line(2, 3, '2026-11-22T10:00:00+09:00')],
      }),
      true,
    ).map(({ key, title }) => [key, typeof title === 'string' ? title : ''])

  it('says who received which boxes, between the moves of the request', () => {
    const by = { receivedBy: '鈴木 健一', itemCount: 3, weightG: 4200 }
    const boxes = [
      box(1, { ...by, arrivedAt: '2026-11-22T10:00:00+09:00' }),
      box(2, { ...by, arrivedAt: '2026-11-21T10:00:00+09:00' }),
      box(3, { ...by, itemCount: null, countedWith: 1, arrivedAt: '2026-11-22T10:00:00+09:00' }),
      box(4, {}),
    ]
    expect(happened(boxes)).toEqual([
      ['2', ''],
      ['box-1', '1箱目・3箱目を受け取り 3点・4.2kg 鈴木 健一'],
      ['box-2', '2箱目を受け取り 3点・4.2kg 鈴木 健一'],
      ['1', ''],
    ])
  })

  it('does not tell the arrival of a single box twice', () => {
    expect(happened([box(1, { arrivedAt: '2026-11-22T10:00:00+09:00' })])).toEqual([
      ['2', ''],
      ['1', ''],
    ])
  })
})

describe('a grade in a list', () => {
  it('is written with what its band means', () => {
    expect(gradeText('C_2')).toBe('C 使用感・傷みあり(中)')
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
