import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** Its Message-ID. */
  id: string
  to: string
  raw: string
}

/** `take`: the server confirms the mail. Without it, the mail is here, and the sender never hears of it. */
type OnMail = (mail: ReceivedMail, take: () => void) => void

/** A real SMTP server, which can be started again on its port. */
export async function startSmtp(port = 0) {
  const received: ReceivedMail[] = []
  let onMail: OnMail = (_mail, take) => take()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const id = /^message-id: (.*)$/im.exec(raw)?.[1] ?? ''
        const mail = { id, to: session.envelope.rcptTo[0]?.address ?? '', raw }
        received.push(mail)
        onMail(mail, () => done())
      })
    },
  })
  // A sender that was killed.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    onMail: (next: OnMail) => {
      onMail = next
    },
    connections: () => server.connections.size,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
