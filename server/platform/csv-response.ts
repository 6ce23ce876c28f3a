import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CsvEncoding } from '#contract/csv-encoding'
import { type CsvPiece, contentDisposition } from './csv.ts'
import { throttled } from './request-limit.ts'

export interface CsvFile {
  name: string
  encoding?: CsvEncoding | undefined
  pieces: (signal: AbortSignal) => AsyncIterable<CsvPiece>
}

const charsets: Readonly<Record<CsvEncoding, string>> = { 'utf-8': 'utf-8', shift_jis: 'Shift_JIS' }

/** A reader that takes nothing for this long is gone, even if its connection is not. */
const mostStalled = 60_000

// Each open file holds a database connection.
const mostFiles = 3
let openFiles = 0

/** Aborted when the connection of the response closes. */
export function whileOpen(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Streams a file. A later error cuts the connection, so that no client takes a partial file for a complete one. */
export async function sendCsv(reply: FastifyReply, file: CsvFile): Promise<FastifyReply> {
  const asFile = () =>
    reply
      .type(`text/csv; charset=${charsets[file.encoding ?? 'utf-8']}`)
      .header('content-disposition', contentDisposition(file.name))
  if (reply.request.method === 'HEAD') return asFile().send()
  if (openFiles >= mostFiles) throw throttled(30)
  const gone = whileOpen(reply)
  const pieces = file.pieces(gone)[Symbol.asyncIterator]()
  openFiles += 1
  try {
    const first = await pieces.next()
    const stream = Readable.from(following(pieces, first, reply.request, gone))
    stream.once('close', () => {
      openFiles -= 1
      pieces.return?.().catch(() => undefined)
    })
    return asFile().send(stream)
  } catch (error) {
    openFiles -= 1
    if (!gone.aborted) throw error
    return reply.hijack()
  }
}

async function* following(
  pieces: AsyncIterator<CsvPiece>,
  first: IteratorResult<CsvPiece>,
  request: FastifyRequest,
  gone: AbortSignal,
): AsyncGenerator<CsvPiece> {
  try {
    for (let next = first; !next.done; next = await pieces.next()) {
      const stalled = setTimeout(() => request.raw.destroy(), mostStalled)
      try {
        yield next.value
      } finally {
        clearTimeout(stalled)
      }
    }
  } catch (error) {
    if (!gone.aborted) {
      request.log.error({ err: error }, 'sending a file failed midway')
      request.server.reportError(error as Error, request)
    }
    throw error
  }
}
