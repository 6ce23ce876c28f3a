import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Tools } from '#server/platform/tools'

type Keys = Pick<Tools, 'keys'>['keys']

const nameLength = 24
const markLength = 22

const signatureOf = (name: string, { mark }: Keys): string =>
  createHmac('sha256', mark).update(`device\0${name}`, 'utf8').digest('base64url').slice(0, markLength)

/** Signed random device id, stored by the browser. */
export function newDevice(keys: Keys): string {
  const name = randomBytes(18).toString('base64url')
  return name + signatureOf(name, keys)
}

/** Returns the device id, or null if the signature is not ours. */
export function readDevice(header: string | string[] | undefined, keys: Keys): string | null {
  if (typeof header !== 'string' || header.length !== nameLength + markLength) return null
  const wanted = Buffer.from(signatureOf(header.slice(0, nameLength), keys))
  const given = Buffer.from(header.slice(nameLength))
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? header : null
}

export function hashDevice(device: string): string {
  return createHash('sha256').update(device).digest('base64url')
}
