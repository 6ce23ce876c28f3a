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

export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  addTextParser(app, 'application/json', (text) => {
    try {
      return text.trim() === '' ? undefined : JSON.parse(text)
    } catch (error) {
      return unreadable(`JSON parse error - ${(error as Error).message}`)
    }
  })
  addTextParser(app, 'application/x-www-form-urlencoded', (text) =>
    Object.fromEntries(new URLSearchParams(text)),
  )
  app.addContentTypeParser('*', (request, _payload, done) =>
    done(null, new UnreadableBody(unsupportedType(request.headers['content-type'] ?? ''))),
  )
}

function addTextParser(app: FastifyInstance, type: string, parse: (text: string) => unknown): void {
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, bytes, done) => {
    const given = request.headers['content-type'] ?? ''
    const [, charset = 'utf-8'] = /charset\s*=\s*"?([^\s;"]+)/i.exec(given) ?? []
    if (!/^(utf-?8|us-ascii)$/i.test(charset)) return done(null, new UnreadableBody(unsupportedType(given)))
    if (!isUtf8(bytes as Buffer)) return done(null, unreadable('UTF-8 の文字として読めません。'))
    done(null, parse((bytes as Buffer).toString('utf8').replace(/^\uFEFF/, '')))
  })
}

function unreadable(detail: string): UnreadableBody {
  return new UnreadableBody(new Refusal('invalid', 400, { detail }))
}

export function unsupportedType(type: string): Refusal {
  return new Refusal('invalid', 415, {
    detail: `リクエストのメディアタイプ "${type}" はサポートされていません。`,
  })
}
