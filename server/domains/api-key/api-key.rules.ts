import { createHash, randomInt } from 'node:crypto'
import { apiKeyStart } from '#contract/api-key'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 40
const shownLength = apiKeyStart.length + 6

/** 238 random bits, without characters that a double click does not select. */
export const newKey = (): string =>
  apiKeyStart + Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

export const prefixOf = (key: string): string => key.slice(0, shownLength)

/** Long and random, so it needs neither salt nor a slow hash. */
export const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest()

const form = new RegExp(`^${apiKeyStart}[A-Za-z0-9]{${length}}$`)

export const isKey = (text: string): boolean => form.test(text)
