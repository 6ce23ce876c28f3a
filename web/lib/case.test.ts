import { describe, expect, expectTypeOf, it } from 'vitest'
import { type CamelCased, toCamel, toSnake } from './case.ts'

describe('keys between the wire and the browser', () => {
  it('K01 isTransferInprogress and is_transfer_inprogress are the same key', () => {
    expect(toSnake({ isTransferInprogress: true })).toEqual({ is_transfer_inprogress: true })
    expect(toCamel({ is_transfer_inprogress: true })).toEqual({ isTransferInprogress: true })
  })

  it('K02 goes into nested arrays of objects', () => {
    const wire = { purchase_items: [{ item_status: 1, images: [[{ thumb_url: 'x' }]] }] }
    const page = { purchaseItems: [{ itemStatus: 1, images: [[{ thumbUrl: 'x' }]] }] }
    expect(toCamel(wire)).toEqual(page)
    expect(toSnake(page)).toEqual(wire)
  })

  it('K03 leaves digits where they are', () => {
    expect(toSnake({ address1: 'a' })).toEqual({ address1: 'a' })
    expect(toCamel({ address1: 'a', line_2: 'b' })).toEqual({ address1: 'a', line_2: 'b' })
  })

  it('K04 leaves enum values and map keys that are data', () => {
    const counts = { byGrade: { S_1: 3, A_2: 1 }, grade: 'S_1', approvalMode: 'auto_accept_all' }
    expect(toSnake(counts)).toEqual({
      by_grade: { S_1: 3, A_2: 1 },
      grade: 'S_1',
      approval_mode: 'auto_accept_all',
    })
    expect(toCamel({ S_1: 1, 5: 2, _private_key: 3 })).toEqual({ S_1: 1, 5: 2, _private_key: 3 })
  })

  it('leaves the names that people gave to attributes, but not a list of attributes', () => {
    const item = { attributes: { bagSize: 'M', strap_length: 3, 素材: '革' } }
    expect(toSnake({ soldItem: item })).toEqual({ sold_item: item })
    expect(toCamel({ sold_item: item })).toEqual({ soldItem: item })
    expect(toCamel({ attributes: [{ is_measure: true }] })).toEqual({ attributes: [{ isMeasure: true }] })
  })

  it('K05 hands dates, files and forms through untouched', () => {
    const form = new FormData()
    form.set('some_key', '1')
    const input = { aDate: new Date(0), aBlob: new Blob(['x']), aFile: new File(['x'], 'y.png'), aForm: form }
    const output = toSnake(input) as Record<string, unknown>
    expect(output.a_date).toBe(input.aDate)
    expect(output.a_blob).toBe(input.aBlob)
    expect(output.a_file).toBe(input.aFile)
    expect(output.a_form).toBe(form)
    expect(toSnake(form)).toBe(form)
  })

  it('leaves bare values alone and does not touch its argument', () => {
    const input = Object.freeze({ some_key: Object.freeze([null, undefined, 'a_b']) })
    expect(toCamel(input)).toEqual({ someKey: [null, undefined, 'a_b'] })
    expect([toCamel(null), toCamel(undefined), toCamel('a_b'), toCamel(3)]).toEqual([
      null,
      undefined,
      'a_b',
      3,
    ])
  })

  it('types keys by the same rule', () => {
    expectTypeOf<
      CamelCased<{ a_long_name?: { line_2: Date; S_1: File }[]; readonly address1: 'x_y' }>
    >().toEqualTypeOf<{ aLongName?: { line_2: Date; S_1: File }[]; readonly address1: 'x_y' }>()
  })
})
