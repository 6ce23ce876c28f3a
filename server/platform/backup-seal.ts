// Every object of a backup is sealed with a key derived from its name, so that none can be put in another's place.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const mark = Buffer.from('OKB1')
const nonceLength = 12
const tagLength = 16

/** The object is damaged, is another's, or was sealed with another key. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged'
  constructor(object: string) {
    super(
      `バックアップの ${object} が壊れているか、OKURU_BACKUP_KEY が作ったときのものと違います。 / ` +
        `${object} of the backup is damaged, or OKURU_BACKUP_KEY is not the key it was made with.`,
    )
  }
}

const keyFor = (key: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `okuru backup\n${name}`, 32))

export function sealObject(key: Buffer, name: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, name), nonce)
  return Buffer.concat([mark, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export function openObject(key: Buffer, name: string, sealed: Buffer | null): Buffer {
  const start = mark.length + nonceLength
  if (!sealed || sealed.length < start + tagLength || !sealed.subarray(0, mark.length).equals(mark))
    throw new BackupDamaged(name)
  const end = sealed.length - tagLength
  try {
    const cipher = createDecipheriv('aes-256-gcm', keyFor(key, name), sealed.subarray(mark.length, start))
    cipher.setAuthTag(sealed.subarray(end))
    return Buffer.concat([cipher.update(sealed.subarray(start, end)), cipher.final()])
  } catch {
    throw new BackupDamaged(name)
  }
}

/** Says nothing about the file to who has no key. */
export function nameOfFile(key: Buffer, file: { key: string; size: number; stamp: string }): string {
  const text = `${file.key}\n${file.size}\n${file.stamp}`
  const name = createHmac('sha256', keyFor(key, 'names')).update(text).digest('hex').slice(0, 40)
  return `files/${name.slice(0, 2)}/${name}`
}
