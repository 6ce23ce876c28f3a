export interface PasskeyPlace {
  /** The host passkeys belong to: of `origin` and no wider, so that no neighbouring host can ask for them. */
  rp_id: string
  origin: string
}

/** Null where browsers make none: on bare addresses of the network, and without TLS beyond this machine. */
export function passkeyPlace({ publicUrl }: { publicUrl: string }): PasskeyPlace | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  // A URL writes every address of version 4 in four numbers, and one of version 6 in brackets.
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return isSecure && !isAddress ? { rp_id: hostname, origin } : null
}

export const mostPasskeys = 20
export const challengeMinutes = 5
