import { Secret, TOTP } from 'otpauth'

const issuer = 'Okuru'
const secretBytes = 20
/** Clocks may be off by a step, and a person takes a moment to type. */
const stepsOff = 1

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })

export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The step of this code around the time, or null if it is of none. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const totp = totpOf(secret)
  const timestamp = at.getTime()
  const delta = totp.validate({ token: code, timestamp, window: stepsOff })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

export const codeAt = (secret: string, at: Date): string =>
  totpOf(secret).generate({ timestamp: at.getTime() })

const typed = (code: string): string => code.normalize('NFKC').replaceAll(/[\s\p{Dash}]/gu, '')

/** Six digits however they were typed; null for what can only be a recovery code. */
export function totpCodeOf(code: string): string | null {
  const digits = typed(code)
  return /^\d{6}$/.test(digits) ? digits : null
}

/** Without I, L, O and U, which are misread (Crockford). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const recoveryCodeCount = 10
export const recoveryCodeLength = 10

export function recoveryCodeOf(bytes: Uint8Array): string {
  const text = Array.from(bytes.subarray(0, recoveryCodeLength), (byte) => letters[byte % 32]).join('')
  return `${text.slice(0, recoveryCodeLength / 2)}-${text.slice(recoveryCodeLength / 2)}`
}

/** What is hashed: misread letters count as the digits they look like. */
export const foldRecoveryCode = (code: string): string =>
  typed(code).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
