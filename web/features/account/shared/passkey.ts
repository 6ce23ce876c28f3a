import type { CallResult } from '#contract/call'
import type { secondFactorCalls } from '#contract/second-factor'
import { ApiError, SpokenError } from '#web/lib/api-error.ts'
import { isPlainObject } from '#web/lib/case.ts'
import { errorCode } from '#web/lib/errors.ts'
import type { FactorProof } from '#web/lib/session.ts'

type Begun = CallResult<typeof secondFactorCalls.beginPasskey>
type Known = Begun['exclude']
type Question = { challenge: string; rp_id: string; credentials: Known }
type Transport = 'internal'

const WAIT_MS = 300_000
const NOT_PROVEN = 'パスキーで確認できませんでした。もう一度試すか、ほかの方法で確認してください。'
const NOT_MADE = 'パスキーを登録できませんでした。取りやめたか、時間が切れました。もう一度お試しください。'

/** A passkey belongs to one host; on another address of the same server no browser offers it. */
export const passkeysWorkAt = (host: string): boolean =>
  typeof PublicKeyCredential === 'function' && window.location.hostname === host

const library = () => import('@simplewebauthn/browser')

const descriptors = (known: Known) =>
  known.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports as Transport[],
  }))

/** What a refusal with `second_factor_required` offers on this page; undefined for other errors. */
export function offeredIn(error: unknown): { passkey: Question | null; code: boolean } | undefined {
  if (errorCode(error) !== 'second_factor_required' || !(error instanceof ApiError)) return undefined
  const offered = isPlainObject(error.body) && isPlainObject(error.body.offered) ? error.body.offered : {}
  const passkey = (offered.passkey ?? null) as Question | null
  return {
    passkey: passkey && passkeysWorkAt(passkey.rp_id) ? passkey : null,
    code: offered.totp === true || offered.recovery_code === true,
  }
}

/** Lets the browser ask for a passkey. Rejects with a sentence when it gives none. */
export async function provePasskey(question: Question): Promise<NonNullable<FactorProof['passkey']>> {
  const { startAuthentication } = await library()
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: {
        challenge: question.challenge,
        rpId: question.rp_id,
        allowCredentials: descriptors(question.credentials),
        userVerification: 'required',
        timeout: WAIT_MS,
      },
    })
    return {
      credential_id: id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
    }
  } catch {
    throw new SpokenError(NOT_PROVEN)
  }
}

const algorithms = [-8, -7, -257]

export async function makePasskey(begun: Begun) {
  const { startRegistration } = await library()
  try {
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge: begun.challenge,
        rp: { id: begun.rp_id, name: 'おくる' },
        user: { id: begun.user_handle, name: begun.user_name, displayName: begun.user_label },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: descriptors(begun.exclude),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
        timeout: WAIT_MS,
      },
    })
    return {
      credentialId: id,
      clientData: response.clientDataJSON,
      attestation: response.attestationObject,
      transports: (response.transports ?? []) as string[],
    }
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new SpokenError(isKnown ? 'この端末のパスキーは、もう登録されています。' : NOT_MADE)
  }
}
