import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/day'
import {
  type CanonicalPerson,
  type CanonicalRow,
  canonicalPerson,
  canonicalRow,
  documentOf,
  dueBefore,
  featuresOf,
  genesisHash,
  invoiceNote,
  keptUntil,
  measureOf,
  personCommitment,
  rowHash,
  sealedInstant,
  sealRows,
} from './antique-ledger.rules.ts'

const text = fc.string({ unit: 'binary', maxLength: 12 })
const maybeId = fc.option(fc.nat(99), { nil: null })
const anyRow: fc.Arbitrary<CanonicalRow> = fc.record({
  company_id: fc.nat(99),
  seq: fc.nat(99),
  shop_id: fc.nat(99),
  entry_kind: fc.constantFrom('買受け', '売却', '返還', '訂正'),
  occurred_on: text,
  item_id: maybeId,
  ledger_class: text,
  item_name: text,
  features: text,
  quantity: fc.nat(99),
  price: fc.nat(99),
  measure: text,
  person_commitment: text,
  corrects_seq: maybeId,
  invoice_note: text,
  key_id: text,
  created_at: text,
})
const anyPerson: fc.Arbitrary<CanonicalPerson> = fc.record({
  company_id: fc.nat(9),
  customer_id: maybeId,
  name: text,
  search_text: text,
  address: text,
  occupation: text,
  age: fc.nat(150),
  document: fc.option(text, { nil: null }),
})

const row: CanonicalRow = {
  company_id: 1,
  seq: 2,
  shop_id: 3,
  entry_kind: '買受け',
  occurred_on: '2026-11-24',
  item_id: 4,
  ledger_class: '02',
  item_name: '上衣',
  features: 'か\u3099',
  quantity: 1,
  price: 12_000,
  measure: '',
  person_commitment: 'ab',
  corrects_seq: null,
  invoice_note: '古物商特例',
  key_id: 'k',
  created_at: '2026-11-24T01:00:00.000000Z',
}

describe('the sealed form', () => {
  test('is the documented text, byte for byte', () => {
    expect(canonicalRow(row)).toBe(
      'okuru-ledger-row/1\n1:1,1:2,1:3,9:買受け,10:2026-11-24,1:4,2:02,6:上衣,6:か\u3099,1:1,5:12000,0:,2:ab,-15:古物商特例,1:k,27:2026-11-24T01:00:00.000000Z,',
    )
  })

  test('differs whenever any field of two rows differs', () => {
    fc.assert(
      fc.property(anyRow, anyRow, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b)
        expect(canonicalRow(a) === canonicalRow(b)).toBe(same)
      }),
    )
    const keys = Object.keys(row) as (keyof CanonicalRow)[]
    fc.assert(
      fc.property(anyRow, anyRow, fc.constantFrom(...keys), (a, b, key) => {
        expect(canonicalRow({ ...a, [key]: b[key] }) === canonicalRow(a)).toBe(a[key] === b[key])
      }),
      { numRuns: 500 },
    )
  })

  test('keeps neighbouring fields and missing values apart', () => {
    expect(canonicalRow({ ...row, item_name: 'ab', features: 'c' })).not.toBe(
      canonicalRow({ ...row, item_name: 'a', features: 'bc' }),
    )
    expect(canonicalRow({ ...row, features: '1:a,', measure: '' })).not.toBe(
      canonicalRow({ ...row, features: '', measure: '1:a,' }),
    )
    expect(canonicalPerson({ ...somebody, document: null })).not.toBe(
      canonicalPerson({ ...somebody, document: '' }),
    )
    expect(canonicalRow({ ...row, features: 'が' })).not.toBe(canonicalRow(row))
  })

  test('of a person differs whenever a field differs', () => {
    const keys = Object.keys(somebody) as (keyof CanonicalPerson)[]
    fc.assert(
      fc.property(anyPerson, anyPerson, fc.constantFrom(...keys), (a, b, key) => {
        expect(canonicalPerson({ ...a, [key]: b[key] }) === canonicalPerson(a)).toBe(a[key] === b[key])
      }),
      { numRuns: 300 },
    )
  })

  test('is sealed to key and predecessor', () => {
    const key = Buffer.alloc(32, 1)
    const first = rowHash(key, genesisHash(1), canonicalRow(row))
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(rowHash(key, genesisHash(1), canonicalRow(row))).toBe(first)
    expect(rowHash(Buffer.alloc(32, 2), genesisHash(1), canonicalRow(row))).not.toBe(first)
    expect(rowHash(key, genesisHash(2), canonicalRow(row))).not.toBe(first)
    const sealed = [...sealRows({ company_id: 1, seq: 7, hash: first }, { id: 'k', key }, [row, row])]
    expect(sealed.map(({ seq }) => seq)).toEqual([8, 9])
    expect(sealed[1]?.prev_hash).toBe(sealed[0]?.hash)
    expect(sealed[0]?.prev_hash).toBe(first)
  })

  test('hides a person behind the salt', () => {
    const salt = randomBytes(32)
    expect(personCommitment(salt, somebody)).toBe(personCommitment(salt, { ...somebody }))
    expect(personCommitment(randomBytes(32), somebody)).not.toBe(personCommitment(salt, somebody))
    expect(sealedInstant(new Date('2026-11-24T10:00:00.123+09:00'))).toBe('2026-11-24T01:00:00.123000Z')
  })
})

const somebody: CanonicalPerson = {
  company_id: 1,
  customer_id: 2,
  name: '山田 花子',
  search_text: '山田花子\nヤマダハナコ',
  address: '東京都渋谷区神宮前1-2-3',
  occupation: '会社員',
  age: 36,
  document: '運転免許証',
}

describe('what is written down', () => {
  test('features name what tells the article apart', () => {
    expect(
      featuresOf({
        brand_name: 'GUCCI',
        category_name: 'バッグ',
        product_number: '449636',
        color: '黒',
        material: '牛革',
        size: 'M',
        gender: 1,
        serial_number: '213048',
        features: '内側に「鈴木」の刺繍',
        damages: [
          { label: 'スレ', place: '四隅' },
          { label: '汚れ', place: '' },
        ],
        accessories: 1,
      }),
    ).toBe(
      'GUCCI、バッグ、型番449636、黒、牛革、サイズM、女性用、製造番号213048、内側に「鈴木」の刺繍、四隅にスレあり、汚れあり、付属品あり',
    )
    expect(featuresOf({ brand_name: null, color: '紺', accessories: -1001, gender: null })).toBe('紺')
    expect(featuresOf({ size: '  ', features: '' })).toBe('')
  })

  test('the measure names section, method and paper, never a number', () => {
    const licence = { identification_kind: 1, document_name: '' }
    expect(measureOf({ ...licence, clause: 'clause_8' })).toBe('法15条1項4号・規則15条3項8号（運転免許証）')
    expect(measureOf({ ...licence, clause: 'face_to_face' })).toBe('法15条1項1号（運転免許証の提示）')
    expect(measureOf({ ...licence, clause: 'clause_7' })).toContain('規則15条3項7号（運転免許証の写し')
    expect(measureOf({ ...licence, clause: 'clause_9' })).toContain('9号（運転免許証のICチップ）')
    expect(measureOf({ ...licence, clause: 'clause_13' })).toContain('13号')
    expect(measureOf({ clause: 'clause_8', identification_kind: 9, document_name: '資格確認書' })).toContain(
      '（資格確認書）',
    )
  })

  test('the paper goes with the person; the number of a My Number card goes nowhere', () => {
    const issued = { clause: 'clause_8', document_name: '', document_issuer: '東京都公安委員会' }
    expect(documentOf({ ...issued, identification_kind: 1, document_number: '3012' })).toBe(
      '運転免許証 東京都公安委員会 第3012号',
    )
    expect(documentOf({ ...issued, identification_kind: 2, document_number: '1234' })).not.toContain('1234')
  })

  test('the exception is for sellers who issue no invoices', () => {
    expect(invoiceNote(false)).toBe('古物商特例')
    expect(invoiceNote(true)).toBe('適格請求書発行事業者')
  })

  test.each([
    ['売却', '2026-11-21', '2029-11-21'],
    ['売却', '2026-11-30', '2029-11-30'],
    ['売却', '2028-02-29', '2031-02-28'],
    // Tax books: a year that begins on the day of the record ends on 2027-11-20, is due by 2028-01-20, plus seven
    // years.
    ['買受け', '2026-11-21', '2035-01-21'],
    ['返還', '2026-11-21', '2035-01-21'],
    ['訂正', '2026-12-31', '2035-02-28'],
  ] as const)('the person of a row %s of %s is kept through %s', (entry_kind, recorded_on, until) => {
    expect(keptUntil({ recorded_on, entry_kind })).toBe(until)
  })

  test('what is looked for as due is never still to be kept, and nothing due is left for long', () => {
    for (let n = 0; n < 3000; n++) {
      const today = addDays('2034-01-01', n)
      const { sales, others } = dueBefore(today)
      expect(keptUntil({ recorded_on: sales, entry_kind: '売却' }) < today).toBe(true)
      expect(keptUntil({ recorded_on: others, entry_kind: '買受け' }) < today).toBe(true)
      expect(keptUntil({ recorded_on: addDays(others, 5), entry_kind: '買受け' }) >= today).toBe(true)
    }
  })
})
