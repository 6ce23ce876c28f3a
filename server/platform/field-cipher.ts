import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { NamedKey } from './config.ts'

/**
 * Encrypts single values with a key that is not in the database. `context` names the place (`table.column`):
 * it is authenticated, so a value copied into another column does not open.
 */
export interface FieldCipher {
  encrypt(text: string, context: string): Buffer
  decrypt(sealed: Buffer, context: string): string
  encryptBytes(bytes: Buffer, context: string): Buffer
  decryptBytes(sealed: Buffer, context: string): Buffer
  /** For storing beside a value that has to be found by equality. Made with the key for writing. */
  fingerprint(text: string, context: string): Buffer
  /** For looking up: one for each key still in use, the newest first. */
  fingerprints(text: string, context: string): Buffer[]
  /** Whether a value was written with a key that is no longer the one for writing. */
  isStale(sealed: Buffer): boolean
}

/** The value was tampered with, belongs to another place, or its key is not configured. */
export class FieldCipherError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FieldCipherError'
  }
}

// version (1) | length of id (1) | id | iv (12) | tag (16) | ciphertext
const version = 1
const ivBytes = 12
const tagBytes = 16

interface DerivedKey {
  id: string
  encryption: KeyObject
  lookup: KeyObject
}

/** Encryption and look-up use separate keys, both derived from the configured one. */
function derive({ id, key }: NamedKey): DerivedKey {
  const part = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `okuru field ${purpose}`, 32)))
  return { id, encryption: part('encryption'), lookup: part('look-up') }
}

function headerOf(id: string): Buffer {
  const name = Buffer.from(id, 'utf8')
  return Buffer.concat([Buffer.from([version, name.length]), name])
}

function readHeader(sealed: Buffer): { id: string; header: Buffer; rest: Buffer } {
  const end = 2 + (sealed[1] ?? 0)
  if (sealed[0] !== version || sealed.length < end + ivBytes + tagBytes) {
    throw new FieldCipherError('not an encrypted value')
  }
  const id = sealed.subarray(2, end).toString('utf8')
  return { id, header: sealed.subarray(0, end), rest: sealed.subarray(end) }
}

function seal(key: DerivedKey, plain: Buffer, context: string): Buffer {
  const header = headerOf(key.id)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.encryption, iv)
  cipher.setAAD(Buffer.concat([header, Buffer.from(context, 'utf8')]))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([header, iv, cipher.getAuthTag(), body])
}

function open(key: DerivedKey, header: Buffer, rest: Buffer, context: string): Buffer {
  const iv = rest.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.encryption, iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.concat([header, Buffer.from(context, 'utf8')]))
  decipher.setAuthTag(rest.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(rest.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    throw new FieldCipherError(`a value of ${context} does not open: changed, or from another place`)
  }
}

/** The first key writes; every key reads. */
export function createFieldCipher(keys: readonly NamedKey[]): FieldCipher {
  const derived = keys.map(derive)
  const [writing] = derived
  if (!writing) throw new FieldCipherError('at least one key is needed')
  const byId = new Map(derived.map((key) => [key.id, key]))

  const hmac = (key: DerivedKey, text: string, context: string) =>
    createHmac('sha256', key.lookup).update(`${context}\0${text}`, 'utf8').digest()
  const encryptBytes = (bytes: Buffer, context: string) => seal(writing, bytes, context)
  const decryptBytes = (sealed: Buffer, context: string) => {
    const { id, header, rest } = readHeader(sealed)
    const key = byId.get(id)
    if (!key) throw new FieldCipherError(`the key "${id}" of a value of ${context} is not configured`)
    return open(key, header, rest, context)
  }
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text, context) => encryptBytes(Buffer.from(text, 'utf8'), context),
    decrypt: (sealed, context) => decryptBytes(sealed, context).toString('utf8'),
    fingerprint: (text, context) => hmac(writing, text, context),
    fingerprints: (text, context) => derived.map((key) => hmac(key, text, context)),
    isStale: (sealed) => readHeader(sealed).id !== writing.id,
  }
}
