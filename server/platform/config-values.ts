// Kinds of values that variables have.
import { isIP } from 'node:net'
import * as z from 'zod'

export interface NamedKey {
  id: string
  key: Buffer
}

const keyBytes = 32

function decodeKey(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  const key = Buffer.from(text, 'base64')
  return key.length >= keyBytes ? key : null
}

export const secretKey = z.string().transform((text, context) => {
  const key = decodeKey(text)
  if (key) return key
  context.addIssue(`must be at least ${keyBytes} random bytes in base64 (openssl rand -base64 ${keyBytes})`)
  return z.NEVER
})

/** `id:base64`, comma-separated; the first writes, all read. */
export const namedKeys = z.string().transform((text, context): NamedKey[] => {
  const keys = text.split(',').map((part) => {
    const [, id, encoded] = /^\s*([A-Za-z0-9_-]{1,32}):(\S+?)\s*$/.exec(part) ?? []
    const key = encoded === undefined ? null : decodeKey(encoded)
    return id !== undefined && key ? { id, key } : null
  })
  const good = keys.filter((key) => key !== null)
  if (good.length === keys.length && new Set(good.map((key) => key.id)).size === good.length) return good
  context.addIssue(
    `must be id:base64 with at least ${keyBytes} random bytes, several separated by commas, each id once`,
  )
  return z.NEVER
})

export const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const plain = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
  if (url && plain) return url.origin
  context.addIssue('must be an origin such as https://okuru.example, without a path')
  return z.NEVER
})

export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

/** `name=value` pairs, percent-encoded, separated by commas. */
export const otlpHeaders = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*(\S*)\s*$/.exec(pair))
  if (pairs.every((pair) => pair !== null)) {
    try {
      return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
    } catch {
      // Reported below.
    }
  }
  context.addIssue('must be name=value, several separated by commas, percent-encoded')
  return z.NEVER
})

export function urlOf(protocols: readonly string[], example: string) {
  const usable = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
  return z.string().refine(usable, `must look like ${example}`)
}

export const flag = z
  .enum(['1', 'true', 'yes', '0', 'false', 'no'], { error: 'must be true or false' })
  .transform((text) => ['1', 'true', 'yes'].includes(text))

export const trustProxy = commaList.transform((parts, context): number | string[] | false => {
  const [only] = parts
  if (parts.length === 1 && only !== undefined && /^\d{1,2}$/.test(only)) return Number(only) || false
  if (parts.every((part) => /^(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(\/\d{1,3})?)$/.test(part))) {
    return parts.length > 0 ? parts : false
  }
  context.addIssue('must be the number of proxies in front, or their addresses separated by commas')
  return z.NEVER
})

/** `203.0.113.7,2001:db8::/32` */
export const networks = commaList.transform((parts, context): string[] => {
  const good = parts.every((part) => {
    const [address = '', bits, ...more] = part.split('/')
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return (
      longest > 0 &&
      more.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
    )
  })
  if (good) return parts
  context.addIssue('must be addresses or subnets separated by commas, such as 203.0.113.7,198.51.100.0/24')
  return z.NEVER
})

export const mailAddress = z
  .string()
  .regex(
    /^([^<>\r\n"]+<)?[^\s<>@]+@[^\s<>@]+>?$/,
    'must be a mail address, or a name with one: おくる <info@okuru.example>',
  )
