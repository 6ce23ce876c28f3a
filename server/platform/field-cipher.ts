import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { NamedKey } from './config-values.ts'

export type RowKey = number | string

/** Encrypts values bound to column (`context`) and row: a value copied elsewhere does not decrypt. */
export interface FieldCipher {
  encrypt(text: string, context: string, row: RowKey): Buffer
  decrypt(sealed: Buffer, context: string, row: RowKey): string
  encryptBytes(bytes: Buffer, context: string, row: RowKey): Buffer
  decryptBytes(sealed: Buffer, context: string, row: RowKey): Buffer
  /** Prefix of values in the current format and key; others are re-encrypted nightly. */
  readonly start: Buffer
}

/** The value was changed or moved, or its key is missing. */
export class FieldCipherError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FieldCipherError'
  }
}

// version (1) | length of id (1) | id | iv (12) | tag (16) | ciphertext
const version = 2
/** Bound to its column only. Still readable. */
const unboundVersion = 1
const ivBytes = 12
const tagBytes = 16

interface DerivedKey {
  id: string
  secret: KeyObject
}

function derive({ id, key }: NamedKey): DerivedKey {
  return {
    id,
    secret: createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'okuru field encryption', 32))),
  }
}

function headerOf(id: string): Buffer {
  const name = Buffer.from(id, 'utf8')
  return Buffer.concat([Buffer.from([version, name.length]), name])
}

interface Sealed {
  id: string
  isBound: boolean
  header: Buffer
  rest: Buffer
}

function readHeader(sealed: Buffer): Sealed {
  const end = 2 + (sealed[1] ?? 0)
  const isKnown = sealed[0] === version || sealed[0] === unboundVersion
  if (!isKnown || sealed.length < end + ivBytes + tagBytes)
    throw new FieldCipherError('not an encrypted value')
  const id = sealed.subarray(2, end).toString('utf8')
  return { id, isBound: sealed[0] === version, header: sealed.subarray(0, end), rest: sealed.subarray(end) }
}

const boundTo = (context: string, row: RowKey): string => `${context}\0${row}`

function seal(key: DerivedKey, plain: Buffer, place: string): Buffer {
  const header = headerOf(key.id)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv)
  cipher.setAAD(Buffer.concat([header, Buffer.from(place, 'utf8')]))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([header, iv, cipher.getAuthTag(), body])
}

function open(key: DerivedKey, { header, rest, isBound }: Sealed, context: string, row: RowKey): Buffer {
  const iv = rest.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.secret, iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.concat([header, Buffer.from(isBound ? boundTo(context, row) : context, 'utf8')]))
  decipher.setAuthTag(rest.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(rest.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    throw new FieldCipherError(`a value of ${context} does not open: changed, or from another place`)
  }
}

export function createFieldCipher(keys: readonly NamedKey[]): FieldCipher {
  const derived = keys.map(derive)
  const [writing] = derived
  if (!writing) throw new FieldCipherError('at least one key is needed')
  const byId = new Map(derived.map((key) => [key.id, key]))

  const encryptBytes = (bytes: Buffer, context: string, row: RowKey) =>
    seal(writing, bytes, boundTo(context, row))
  const decryptBytes = (sealed: Buffer, context: string, row: RowKey) => {
    const read = readHeader(sealed)
    const key = byId.get(read.id)
    if (!key) throw new FieldCipherError(`the key "${read.id}" of a value of ${context} is not configured`)
    return open(key, read, context, row)
  }
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text, context, row) => encryptBytes(Buffer.from(text, 'utf8'), context, row),
    decrypt: (sealed, context, row) => decryptBytes(sealed, context, row).toString('utf8'),
    start: headerOf(writing.id),
  }
}
