import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf } from './zengin.rules.ts'
import { parsePayoutFile } from './zengin-parse.rules.ts'

const bytes = new Uint8Array(readFileSync(new URL('fixtures/names.txt', import.meta.url)))
const text = Buffer.from(bytes).toString('latin1')
const records = text.split('\r\n').slice(0, -1)

function read(content: string) {
  return parsePayoutFile(new Uint8Array(Buffer.from(content, 'latin1')))
}

function faultOf(content: string) {
  const reading = read(content)
  return reading.ok
    ? null
    : { code: reading.fault.code, record: reading.fault.record, byte: reading.fault.byte }
}

function changed(record: number, byte: number, value: string): string {
  const lines = records.map((line, index) =>
    index === record - 1 ? line.slice(0, byte - 1) + value + line.slice(byte - 1 + value.length) : line,
  )
  return lines.map((line) => `${line}\r\n`).join('')
}

describe('parsePayoutFile', () => {
  it('reads the content', () => {
    const reading = parsePayoutFile(bytes)
    expect(reading.ok && reading.file).toMatchObject({
      payMonthDay: '0104',
      count: 4,
      total: 10_000_000_509,
      lineBreak: 'crlf',
      originator: { code: '0000000042', name: 'ｵｸﾙ(ﾄﾞ', accountType: 2, accountNumber: '0000007' },
    })
    expect(reading.ok && reading.file.lines[1]).toEqual({
      transferId: 102,
      bankCode: '0036',
      bankName: 'ﾗｸﾃﾝ',
      branchCode: '201',
      branchName: 'ｼﾞﾔｽﾞ',
      accountType: 2,
      accountNumber: '7654321',
      holderKana: 'ｶ)A.B-C SHOP',
      amount: 9_999_999_999,
    })
  })

  it('takes records without line breaks', () => {
    const reading = read(records.join(''))
    expect(reading.ok && reading.file.lineBreak).toBe('none')
  })

  it.each<[string, string, ReturnType<typeof faultOf>]>([
    ['nothing', '', { code: 'empty', record: null, byte: null }],
    ['LF only', records.join('\n'), { code: 'line_break', record: null, byte: null }],
    ['CR only', records.join('\r'), { code: 'line_break', record: null, byte: null }],
    ['no break at the end', records.join('\r\n'), { code: 'length', record: 7, byte: null }],
    ['a short record', text.replace(' \r\n', '\r\n'), { code: 'length', record: 1, byte: null }],
    ['a long record', text.replace('\r\n', ' \r\n'), { code: 'length', record: 1, byte: null }],
    ['a byte that is no character', changed(2, 52, '\x80'), { code: 'character', record: 2, byte: 52 }],
    ['a missing header', text.slice(122), { code: 'order', record: 1, byte: 1 }],
    ['a missing end', text.slice(0, -122), { code: 'order', record: 5, byte: 1 }],
    ['two files in one', text + text, { code: 'order', record: 6, byte: 1 }],
    ['a letter in an amount', changed(2, 81, 'A'), { code: 'number', record: 2, byte: 81 }],
    ['a wrong count', changed(6, 2, '000005'), { code: 'count', record: 6, byte: 2 }],
    ['a wrong sum', changed(6, 8, '000000000001'), { code: 'total', record: 6, byte: 8 }],
    ['a name banks refuse', changed(2, 51, '@'), { code: 'content', record: 2, byte: 51 }],
    ['an account type there is not', changed(2, 43, '3'), { code: 'content', record: 2, byte: 43 }],
    ['a day there is not', changed(1, 55, '0230'), { code: 'content', record: 1, byte: null }],
    ['another kind of file', changed(1, 2, '11'), { code: 'unusual', record: 1, byte: 2 }],
    ['another way of transfer', changed(2, 112, '8'), { code: 'unusual', record: 2, byte: 112 }],
    ['a long vowel mark', changed(2, 64, '\xB0'), { code: 'unusual', record: 2, byte: 64 }],
  ])('says what is wrong with %s', (_what, content, fault) => {
    expect(faultOf(content)).toEqual(fault)
  })

  it('explains in a sentence', () => {
    const reading = read(changed(2, 112, '8'))
    expect(!reading.ok && reading.fault.message).toBe(
      '2行目の112バイト目: 振込指定区分は「8」ではなく「7」のはずです。',
    )
  })

  it('never takes a changed file for another than it is', () => {
    const edit = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const copy = bytes.slice()
        for (const [at, value] of edits) copy[at] = value
        const reading = parsePayoutFile(copy)
        if (!reading.ok) {
          expect(reading.fault.message).not.toBe('')
          return
        }
        const { originator, lines, payMonthDay, lineBreak } = reading.file
        const payDate = `2028-${payMonthDay.slice(0, 2)}-${payMonthDay.slice(2)}`
        expect(Buffer.from(bytesOf({ originator, lines, payDate }, lineBreak)).equals(copy)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('answers for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (any) => !parsePayoutFile(any).ok))
  })
})
