import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NamedKey } from './config-values.ts'
import { createFieldCipher, FieldCipherError } from './field-cipher.ts'

const namedKey = (id: string): NamedKey => ({ id, key: randomBytes(32) })
const column = 'bank_accounts.number'

describe('field cipher', () => {
  const cipher = createFieldCipher([namedKey('f1')])

  test('gives back what was put in, and shows nothing of it', () => {
    const sealed = cipher.encrypt('1234567 山田花子', column, 7)
    expect(cipher.decrypt(sealed, column, 7)).toBe('1234567 山田花子')
    expect(sealed.includes('1234567')).toBe(false)
    expect(cipher.decrypt(cipher.encrypt('', column, 7), column, 7)).toBe('')
  })

  test('the same text is never written the same way twice', () => {
    expect(cipher.encrypt('a', column, 7).equals(cipher.encrypt('a', column, 7))).toBe(false)
  })

  test('a value moved to another column does not open', () => {
    const sealed = cipher.encrypt('1234567', column, 7)
    expect(() => cipher.decrypt(sealed, 'customers.birthday', 7)).toThrow(FieldCipherError)
  })

  test('a value moved to another row does not open', () => {
    const sealed = cipher.encrypt('1234567', column, 7)
    expect(() => cipher.decrypt(sealed, column, 8)).toThrow(FieldCipherError)
    // A value disguised as the old, unbound format does not decrypt either.
    const disguised = Buffer.from(sealed)
    disguised[0] = 1
    expect(() => cipher.decrypt(disguised, column, 8)).toThrow(FieldCipherError)
    expect(() => cipher.decrypt(disguised, column, 7)).toThrow(FieldCipherError)
  })

  test('a value of the earlier form, bound to its column only, is read and can be told', () => {
    const fixed = createFieldCipher([{ id: 'f1', key: Buffer.alloc(32, 7) }])
    // Written before values were bound to rows.
    const earlier = Buffer.from(
      '01026631e3ee1fb133e72ac39aef29cf93d49e53727228fc043741a6bb0874af39396bfedcc211',
      'hex',
    )
    expect(fixed.decrypt(earlier, column, 7)).toBe('1234567')
    expect(earlier.indexOf(fixed.start)).toBe(-1)
    expect(() => fixed.decrypt(earlier, 'customers.birthday', 7)).toThrow(FieldCipherError)
  })

  test('any changed byte is noticed', () => {
    const sealed = cipher.encrypt('1234567', column, 7)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => cipher.decrypt(changed, column, 7), `byte ${at}`).toThrow(FieldCipherError)
    }
    expect(() => cipher.decrypt(sealed.subarray(0, 10), column, 7)).toThrow(FieldCipherError)
    expect(() => cipher.decrypt(Buffer.alloc(0), column, 7)).toThrow(FieldCipherError)
  })

  test('after a rotation old values open, new ones use the new key, and old ones can be told', () => {
    const [oldKey, newKey] = [namedKey('2025'), namedKey('2026')]
    const before = createFieldCipher([oldKey])
    const after = createFieldCipher([newKey, oldKey])
    const finished = createFieldCipher([newKey])
    const sealed = before.encrypt('1234567', column, 7)
    expect(after.decrypt(sealed, column, 7)).toBe('1234567')
    expect(sealed.indexOf(after.start)).toBe(-1)
    const renewed = after.encrypt(after.decrypt(sealed, column, 7), column, 7)
    expect(renewed.indexOf(after.start)).toBe(0)
    expect(finished.decrypt(renewed, column, 7)).toBe('1234567')
    expect(() => finished.decrypt(sealed, column, 7)).toThrow(/"2025".*not configured/)
  })
})
