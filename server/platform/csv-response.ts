import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from './csv.ts'
import { throttled } from './request-limit.ts'

export interface CsvFile {
  name: string
  pieces: (signal: AbortSignal) => AsyncIterable<string>
}

// Each open file holds a database connection.
const mostFiles = 3
let openFiles = 0

/** Streams a file. A later error cuts the connection, so that no client takes a partial file for a complete one. */
export async function sendCsv(reply: FastifyReply, file: CsvFile): Promise<FastifyReply> {
  const asFile = () =>
    reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition(file.name))
  if (reply.request.method === 'HEAD') return asFile().send()
  if (openFiles >= mostFiles) throw throttled(30)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const pieces = file.pieces(gone.signal)[Symbol.asyncIterator]()
  openFiles += 1
  try {
    const first = await pieces.next()
    const stream = Readable.from(following(pieces, first, reply.request, gone.signal))
    stream.once('close', () => {
      openFiles -= 1
      pieces.return?.().catch(() => undefined)
    })
    return asFile().send(stream)
  } catch (error) {
    openFiles -= 1
    if (!gone.signal.aborted) throw error
    return reply.hijack()
  }
}

async function* following(
  pieces: AsyncIterator<string>,
  first: IteratorResult<string>,
  request: FastifyRequest,
  gone: AbortSignal,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await pieces.next()) yield next.value
  } catch (error) {
    if (!gone.aborted) {
      request.log.error({ err: error }, 'sending a file failed midway')
      request.server.reportError(error as Error, request)
    }
    throw error
  }
}
