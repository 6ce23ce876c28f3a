import type { ProviderProof } from '#web/lib/social-session.ts'

// Between the page that waits and the provider's window. A reference to the window would not last: it is cut when the
// window goes to another site.
const CHANNEL = 'okuru-provider'

/** `error`: as the provider names it. */
export type ProviderReply = ProviderProof | { state: string; error: string }

type Message = { reply: ProviderReply } | { taken: string }

export function listenForReply(state: string, take: (reply: ProviderReply) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('reply' in data) || data.reply.state !== state) return
    channel.postMessage({ taken: state } satisfies Message)
    take(data.reply)
  }
  return () => channel.close()
}

const ANSWER_MS = 2000

/** False when no page waits for it any more. */
export async function giveReply(reply: ProviderReply): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL)
  const taken = new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('taken' in data && data.taken === reply.state) resolve(true)
    }
    setTimeout(() => resolve(false), ANSWER_MS)
  })
  channel.postMessage({ reply } satisfies Message)
  const result = await taken
  channel.close()
  return result
}
