import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelConfig } from '#server/platform/model-client'

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void

export interface Sent {
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** An endpoint as the two kinds of providers document it, or one that behaves as `behave` says. */
export async function startModelServer(provider: ModelConfig['provider'] = 'openai') {
  const sent: Sent[] = []
  let answer: unknown = { candidates: [] }
  let behave: Answering | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    sent.push({ url: request.url ?? '', headers: request.headers, body })
    if (behave) return behave(request, response, body)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(
          provider === 'openai'
            ? { choices: [{ message: { role: 'assistant', content: JSON.stringify(answer) } }] }
            : { content: [{ type: 'tool_use', id: 't1', name: 'answer', input: answer }] },
        ),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const config: ModelConfig = {
    provider,
    apiUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: 'the key of the house',
    model: 'reader-1',
    dailyBudget: 1000,
    patience: 2500,
  }
  return {
    config,
    sent,
    answers: (next: unknown) => {
      answer = next
      behave = undefined
    },
    behaves: (next: Answering) => {
      behave = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
