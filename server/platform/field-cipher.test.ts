import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NamedKey } from './config.ts'
import { createFieldCipher, FieldCipherError } from './field-cipher.ts'

const namedKey = (id: string): NamedKey => ({ id, key: randomBytes(32) })
const column = 'bank_accounts.number'

describe('field cipher', () => {
  const cipher = createFieldCipher([namedKey('f1')])

  test('gives back what was put in, and shows nothing of it', () => {
    const sealed = cipher.encrypt('1234567 山田花子', column)
    expect(cipher.decrypt(sealed, column)).toBe('1234567 山田花子')
    expect(sealed.includes('1234567')).toBe(false)
    expect(cipher.decrypt(cipher.encrypt('', column), column)).toBe('')
  })

  test('the same text is never written the same way twice', () => {
    expect(cipher.encrypt('a', column).equals(cipher.encrypt('a', column))).toBe(false)
  })

  test('a value moved to another column does not open', () => {
    const sealed = cipher.encrypt('1234567', column)
    expect(() => cipher.decrypt(sealed, 'customers.birthday')).toThrow(FieldCipherError)
  })

  test('any changed byte is noticed', () => {
    const sealed = cipher.encrypt('1234567', column)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => cipher.decrypt(changed, column), `byte ${at}`).toThrow(FieldCipherError)
    }
    expect(() => cipher.decrypt(sealed.subarray(0, 10), column)).toThrow(FieldCipherError)
    expect(() => cipher.decrypt(Buffer.alloc(0), column)).toThrow(FieldCipherError)
  })

  test('after a rotation old values open, new ones use the new key, and old ones can be told', () => {
    const [oldKey, newKey] = [namedKey('2025'), namedKey('2026')]
    const before = createFieldCipher([oldKey])
    const after = createFieldCipher([newKey, oldKey])
    const finished = createFieldCipher([newKey])
    const sealed = before.encrypt('1234567', column)
    expect(after.decrypt(sealed, column)).toBe('1234567')
    expect(after.isStale(sealed)).toBe(true)
    const renewed = after.encrypt(after.decrypt(sealed, column), column)
    expect(after.isStale(renewed)).toBe(false)
    expect(finished.decrypt(renewed, column)).toBe('1234567')
    expect(() => finished.decrypt(sealed, column)).toThrow(/"2025".*not configured/)
  })

  test('a fingerprint finds the same text in the same column only, also after a rotation', () => {
    const [oldKey, newKey] = [namedKey('old'), namedKey('new')]
    const before = createFieldCipher([oldKey])
    const after = createFieldCipher([newKey, oldKey])
    const stored = before.fingerprint('1234567', column)
    expect(before.fingerprint('1234567', column).equals(stored)).toBe(true)
    expect(before.fingerprint('1234568', column).equals(stored)).toBe(false)
    expect(before.fingerprint('1234567', 'customers.phone').equals(stored)).toBe(false)
    expect(after.fingerprints('1234567', column).some((one) => one.equals(stored))).toBe(true)
    expect(after.fingerprints('1234567', column)[0]?.equals(after.fingerprint('1234567', column))).toBe(true)
  })
})
