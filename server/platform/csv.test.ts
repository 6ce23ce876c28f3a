import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { type CsvReading, contentDisposition, csvPieces, fromCsv } from './csv.ts'

const columns = [
  { key: 'code', header: '商品コード' },
  { key: 'note', header: 'メモ' },
] as const

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function rowsOf(reading: CsvReading) {
  return reading.ok ? reading.rows : reading
}

type Row = Record<string, string | number | null>

async function toCsv(
  list: readonly { key: string; header: string }[],
  rows: readonly Row[],
  { bom = false, size = 2 } = {},
): Promise<string> {
  async function* batches() {
    for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
  }
  let text = ''
  for await (const piece of csvPieces(list, batches(), { bom })) text += piece
  return text
}

describe('columns without a name', () => {
  const read = (text: string) => fromCsv(bytes(text))

  it('are left out when nothing is in them: Excel saves such columns, not always in every row', () => {
    const expected = {
      ok: true,
      header: ['番号', 'メモ'],
      rows: [
        { 番号: '1', メモ: 'a' },
        { 番号: '2', メモ: '' },
        { 番号: '3', メモ: 'c' },
      ],
      lines: [2, 3, 4],
    }
    expect(read('番号,メモ,,\r\n1,a,,\r\n2,,,\r\n3,c,,\r\n')).toMatchObject(expected)
    expect(read('番号,メモ, ,\r\n1,a,　,\r\n2,\r\n3,c,\r\n')).toMatchObject(expected)
    expect(read('番号,,メモ\r\n1,,a\r\n2,,\r\n3,,c\r\n')).toMatchObject(expected)
  })

  it('are refused when something is in them, and so are rows without a named column', () => {
    expect(read('番号,メモ,\r\n1,a,\r\n2,b,x\r\n')).toMatchObject({ ok: false, code: 'header' })
    expect(read(',,\r\n,,\r\n')).toMatchObject({ ok: false, code: 'header' })
    expect(read('番号,メモ,\r\n1\r\n')).toMatchObject({ ok: false, code: 'columns', line: 2 })
    expect(read('番号,メモ\r\n1,a,\r\n')).toMatchObject({ ok: false, code: 'columns', line: 2 })
  })
})

describe('csvPieces', () => {
  it('is one file, in however many pieces its rows come', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({ code: index, note: '=a\n' }))
    const whole = await toCsv(columns, rows, { bom: true, size: 100 })
    for (const size of [1, 2, 3, 7]) expect(await toCsv(columns, rows, { bom: true, size })).toBe(whole)
    expect(await toCsv(columns, [], { bom: true })).toBe('\uFEFF商品コード,メモ\r\n')
  })

  it('ends lines with CRLF, marks UTF-8 on demand, quotes what needs it and keeps zeros', async () => {
    const rows = [
      { code: '001', note: 'a,"b"\nc' },
      { code: 12, note: null },
    ]
    expect(await toCsv(columns, rows, { bom: true })).toBe(
      '\uFEFF商品コード,メモ\r\n001,"a,""b""\nc"\r\n12,\r\n',
    )
    expect((await toCsv(columns, [])).charCodeAt(0)).toBe('商'.charCodeAt(0))
  })

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1', "'=1"])(
    'takes the power from %j',
    async (note) => {
      const reading = fromCsv(bytes(await toCsv(columns, [{ code: 'x', note }])))
      expect(await toCsv(columns, [{ note }])).toMatch(/,"?'[^,]*"?\r\n$/)
      expect(rowsOf(reading)).toEqual([{ 商品コード: 'x', メモ: note }])
    },
  )

  it('leaves negative amounts as numbers', async () => {
    expect(await toCsv(columns, [{ code: -500, note: '-500' }])).toBe('商品コード,メモ\r\n-500,-500\r\n')
  })

  it('is read again with the same meaning, whatever is in the cells', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n",1 ＝あ髙') }),
    )
    const row = fc.record({ code: text, note: text })
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.boolean(), async (rows, bom) => {
        const reading = fromCsv(bytes(await toCsv(columns, rows, { bom })))
        expect(rowsOf(reading)).toEqual(rows.map(({ code, note }) => ({ 商品コード: code, メモ: note })))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps the empty rows of a single column', async () => {
    const single = [{ key: 'note', header: 'メモ' }] as const
    const reading = fromCsv(bytes(await toCsv(single, [{ note: '' }, { note: 'a' }])))
    expect(rowsOf(reading)).toEqual([{ メモ: '' }, { メモ: 'a' }])
  })
})

describe('fromCsv', () => {
  const file = '商品コード,メモ\r\n001,髙島 ①〜ｶﾅ\r\n'

  it('tells UTF-8 with and without its mark from what Excel saves', () => {
    const rows = [{ 商品コード: '001', メモ: '髙島 ①～ｶﾅ' }]
    const text = file.replace('〜', '～')
    expect(fromCsv(bytes(text))).toMatchObject({ ok: true, encoding: 'utf-8', rows })
    expect(fromCsv(bytes(`\uFEFF${text}`))).toMatchObject({
      ok: true,
      encoding: 'utf-8',
      header: ['商品コード', 'メモ'],
      rows,
    })
    expect(fromCsv(new Uint8Array(iconv.encode(text, 'cp932')))).toMatchObject({
      ok: true,
      encoding: 'shift_jis',
      rows,
    })
  })

  it('does not take the end mark of old programs for a row', () => {
    const rows = [{ 商品コード: '001', メモ: '髙島' }]
    for (const encoding of ['utf-8', 'cp932']) {
      const marked = Buffer.concat([
        iconv.encode('商品コード,メモ\r\n001,髙島\r\n', encoding),
        Buffer.of(0x1a),
      ])
      expect(fromCsv(new Uint8Array(marked))).toMatchObject({ ok: true, rows, lines: [2] })
    }
  })

  it('says on which line of the file each row begins', () => {
    for (const end of ['\n', '\r\n']) {
      const text = ['a,b', '1,2', '', `"x${end}y","${end}${end}"`, '3,4', '"5\r\n\n",6', '7,8'].join(end)
      expect(fromCsv(bytes(text))).toMatchObject({ ok: true, lines: [2, 4, 8, 9, 12] })
    }
  })

  it('gives up on what is no list, however large, at once', () => {
    const columns = Array.from({ length: 200_000 }, (_, index) => `c${index}`)
    const started = performance.now()
    expect(fromCsv(bytes(columns.join(',')))).toMatchObject({ ok: false, code: 'header', line: 1 })
    const reading = fromCsv(bytes(`a,b\n${',\n'.repeat(900_000)}`), 2000)
    // It took minutes: each name was looked for among all of them.
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(reading.ok && reading.rows.length).toBe(2001)
  })

  it('says what is wrong and where', () => {
    expect(fromCsv(Uint8Array.of(0xff, 0xfe, 0x41, 0x00, 0x80))).toMatchObject({
      ok: false,
      code: 'encoding',
    })
    expect(fromCsv(bytes(''))).toMatchObject({ ok: false, code: 'header', line: 1 })
    expect(fromCsv(bytes('a,\n1,2'))).toMatchObject({ ok: false, code: 'header', line: 1 })
    expect(fromCsv(bytes('a,a\n1,2'))).toMatchObject({ ok: false, code: 'header', line: 1 })
    expect(fromCsv(bytes('a,b\n1,2\n3\n'))).toEqual({
      ok: false,
      code: 'columns',
      message: '3行目の列は1個です。1行目と同じ2個にしてください。',
      line: 3,
    })
    expect(fromCsv(bytes('a,b\n1,"2\n'))).toMatchObject({ ok: false, code: 'syntax' })
    expect(fromCsv(bytes('a,b\n1,"2"3\n'))).toMatchObject({ ok: false, code: 'syntax', line: 2 })
  })

  it('takes a column named like a built-in as a column', () => {
    const reading = fromCsv(bytes('__proto__\nx\n'))
    expect(reading.ok && Object.entries(reading.rows[0] ?? {})).toEqual([['__proto__', 'x']])
  })

  it('answers for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (any) => typeof fromCsv(any).ok === 'boolean'))
  })
})

describe('contentDisposition', () => {
  it.each([
    [
      '古物台帳 2026-11.csv',
      'attachment; filename="____ 2026-11.csv"; filename*=UTF-8\'\'%E5%8F%A4%E7%89%A9%E5%8F%B0%E5%B8%B3%202026-11.csv',
    ],
    ["it's (1)*.csv", 'attachment; filename="it_s (1)_.csv"; filename*=UTF-8\'\'it%27s%20%281%29%2A.csv'],
    [
      '"; filename=evil',
      'attachment; filename="__ filename_evil"; filename*=UTF-8\'\'%22%3B%20filename%3Devil',
    ],
    ['a\r\nSet-Cookie: x', 'attachment; filename="aSet-Cookie_ x"; filename*=UTF-8\'\'aSet-Cookie%3A%20x'],
    ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"; filename*=UTF-8\'\'.._.._etc_passwd'],
    ['..', 'attachment; filename="download"; filename*=UTF-8\'\'download'],
    ['', 'attachment; filename="download"; filename*=UTF-8\'\'download'],
  ])('%j', (name, header) => {
    expect(contentDisposition(name)).toBe(header)
  })

  it('is one well-formed header for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(contentDisposition(name)).toMatch(
          /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''(?:[\w.!~-]|%[0-9A-F]{2})+$/,
        )
      }),
      { numRuns: 1000 },
    )
  })
})
