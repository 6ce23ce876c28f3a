import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/** An unparseable body. The parser passes it on and `handle` refuses it, because 404 comes before 400. */
export class UnreadableBody {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    this.refusal = refusal
  }
}

/** The body of a signed call, as it arrived. */
export class SignedBody {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isSigned?: boolean
  }
}

export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  addTextParser(app, 'application/json', parseJson)
  addTextParser(app, 'application/x-www-form-urlencoded', (text) =>
    Object.fromEntries(new URLSearchParams(text)),
  )
  app.addContentTypeParser('*', (request, _payload, done) =>
    done(null, new UnreadableBody(unsupportedType(request.headers['content-type'] ?? ''))),
  )
}

function parseJson(text: string): unknown {
  try {
    return text.trim() === '' ? undefined : JSON.parse(text)
  } catch (error) {
    return unreadable(`JSON parse error - ${(error as Error).message}`)
  }
}

export const parseSigned = ({ bytes }: SignedBody): unknown => decode(bytes, parseJson)

function addTextParser(app: FastifyInstance, type: string, parse: (text: string) => unknown): void {
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, bytes, done) => {
    const given = request.headers['content-type'] ?? ''
    const [, charset = 'utf-8'] = /charset\s*=\s*"?([^\s;"]+)/i.exec(given) ?? []
    if (!/^(utf-?8|us-ascii)$/i.test(charset)) return done(null, new UnreadableBody(unsupportedType(given)))
    if (request.routeOptions.config.isSigned) return done(null, new SignedBody(bytes as Buffer))
    done(null, decode(bytes as Buffer, parse))
  })
}

function decode(bytes: Buffer, parse: (text: string) => unknown): unknown {
  if (!isUtf8(bytes)) return unreadable('UTF-8 の文字として読めません。')
  return parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
}

function unreadable(detail: string): UnreadableBody {
  return new UnreadableBody(new Refusal('invalid', 400, { detail }))
}

export function unsupportedType(type: string): Refusal {
  return new Refusal('invalid', 415, {
    detail: `リクエストのメディアタイプ "${type}" はサポートされていません。`,
  })
}
