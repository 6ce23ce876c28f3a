import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What the server asks for, in either call. */
type Question = { challenge: string; rp_id: string }
type Lies = { origin?: string; rp_id?: string; type?: string; flags?: number; count?: number }

const PRESENT = 0x01
export const verified = PRESENT | 0x04
const ATTESTED = 0x40

const sha = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])

/** A security key in software (ES256, no certificate), and the browser around it. `lies` are what an attacker changes. */
export function softAuthenticator(ownOrigin: string, credentialId: Buffer = randomBytes(32)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counted = 0

  const clientData = (type: string, { challenge }: Question, { origin = ownOrigin }: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const statement = ({ rp_id }: Question, lies: Lies, flags: number) => {
    const count = Buffer.alloc(4)
    counted = lies.count ?? counted + 1
    count.writeUInt32BE(counted)
    return Buffer.concat([sha(lies.rp_id ?? rp_id), Buffer.from([lies.flags ?? flags]), count])
  }
  const id = credentialId.toString('base64url')
  return {
    id,
    /** The body of `addPasskey`. */
    make: (question: Question, lies: Lies = {}) => {
      const key = Buffer.concat([
        hex('a5 01 02 03 26 20 01 21 58 20'),
        Buffer.from(x, 'base64url'),
        hex('22 58 20'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.from([0, credentialId.length])
      const flags = (lies.flags ?? verified) | ATTESTED
      const data = Buffer.concat([
        statement(question, { ...lies, flags, count: lies.count ?? 0 }, flags),
        Buffer.alloc(16),
        length,
        credentialId,
        key,
      ])
      const attestation = Buffer.concat([
        hex('a3'),
        text('fmt'),
        text('none'),
        text('attStmt'),
        hex('a0'),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        name: '事務所のパソコン',
        credential_id: id,
        client_data: clientData(lies.type ?? 'webauthn.create', question, lies).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    /** The `passkey` of a sign-in. */
    prove: (question: Question, lies: Lies = {}) => {
      const client = clientData(lies.type ?? 'webauthn.get', question, lies)
      const data = statement(question, lies, verified)
      return {
        credential_id: id,
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha(client)]), privateKey).toString('base64url'),
      }
    },
  }
}
