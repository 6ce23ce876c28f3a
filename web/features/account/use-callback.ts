import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { accountCalls } from '#contract/account'
import { signInProviderCalls } from '#contract/sign-in-provider'
import { STORE_KEY_ITEM } from '#web/app/theme/store-key.ts'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import { ApiError, CancelError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { errorCode, sentenceFor } from '#web/lib/errors.ts'
import { queryOf, reread } from '#web/lib/query-client.ts'
import { isNetworkFailure } from '#web/lib/request.ts'
import { safeReturnUrl } from '#web/lib/return-url.ts'
import { exchangeSocialSession, isLoggedIn } from '#web/lib/session.ts'
import {
  endSocialSession,
  holdSocialSession,
  type ProviderProof,
  type ProviderVisit,
  readSocialSession,
  takeVisit,
} from '#web/lib/social-session.ts'
import { passing } from '#web/lib/storage.ts'
import { readTokens, tokenOwner } from '#web/lib/tokens.ts'
import { notify } from '#web/ui/notify.tsx'
import { type Ending, endingOfCode, endingOfError, type Landed, landedWith } from './callback.rules.ts'
import { giveReply } from './shared/provider-window.ts'
import { useReauthenticate } from './shared/reauthenticate.tsx'

export type CallbackState =
  | { step: 'working' }
  | { step: 'told'; taken: boolean }
  | { step: 'ended'; ending: Ending; sentence: string; visit?: ProviderVisit; retry?: () => void }

const isCustomer = () => isLoggedIn() && readTokens().userType === 'customer'

function endingOf(error: unknown, errand: ProviderVisit['errand']): Ending {
  if (isNetworkFailure(error)) return 'unreachable'
  if (error instanceof CancelError) return 'unconfirmed'
  if (error instanceof ApiError && error.status === 401) return errand === 'link' ? 'signed_out' : 'inactive'
  return endingOfCode(errorCode(error))
}

/** Takes what the provider sent, once, and goes on to where the person wanted to be. */
export function useCallback() {
  const router = useRouter()
  const client = useQueryClient()
  const { storeKey } = useStoreTheme()
  const { confirmed, dialog } = useReauthenticate()
  const [state, setState] = useState<CallbackState>({ step: 'working' })
  const landed = useRef<Landed>(undefined)

  const end = (ending: Ending, more: { visit?: ProviderVisit; error?: unknown; retry?: () => void } = {}) =>
    setState({
      step: 'ended',
      ending,
      sentence: ending === 'other' ? sentenceFor(more.error) : '',
      ...(more.visit && { visit: more.visit }),
      ...(more.retry && { retry: more.retry }),
    })

  const goOn = (visit?: ProviderVisit, fallback = '/mypage') => {
    const target = safeReturnUrl(visit?.returnUrl, fallback)
    if (!visit?.store || visit.store === storeKey) return router.history.replace(target)
    // The provider's app came back in another tab, which does not know the store yet.
    passing.set(STORE_KEY_ITEM, visit.store)
    window.location.replace(target)
  }

  const signIn = async (visit?: ProviderVisit) => {
    setState({ step: 'working' })
    try {
      await exchangeSocialSession()
      if (!isCustomer()) return end('staff', { visit })
      await client.fetchQuery(queryOf(accountCalls.me)).catch(() => undefined)
      goOn(visit)
    } catch (error) {
      const ending = endingOf(error, 'sign_in')
      const retry = () => void signIn(visit)
      if (ending === 'unreachable') return end(ending, { visit, retry })
      // The state is used up, so that another try begins at the provider.
      endSocialSession()
      end(ending, { visit, error })
    }
  }

  const link = async (visit: ProviderVisit, proof: ProviderProof) => {
    setState({ step: 'working' })
    if (!isCustomer()) return end('signed_out', { visit })
    if (visit.owner && visit.owner !== tokenOwner(readTokens().access)) return end('other_account', { visit })
    try {
      await confirmed(() =>
        ask(signInProviderCalls.link, { params: { provider: visit.provider }, body: { ...proof } }),
      )
      await reread(client, signInProviderCalls.link.changes)
      notify.done(`${visit.label}と連携しました`)
      goOn(visit, '/settings')
    } catch (error) {
      const ending = endingOf(error, 'link')
      const retry = () => void link(visit, proof)
      end(ending, { visit, error, ...(ending === 'unreachable' && { retry }) })
    }
  }

  const settle = async ({ code, state: key, error, iss }: Landed) => {
    const visit = key ? takeVisit(key) : undefined
    if (!visit) {
      // The page was loaded again, or opened from the history.
      if (!key && readSocialSession()) return signIn()
      return isCustomer() ? goOn() : end('unknown')
    }
    const proof = { code, state: key, ...(iss && { iss }) }
    if (visit.errand === 'confirm') {
      const taken = await giveReply(error || !code ? { state: key, error: error || 'no code' } : proof)
      if (taken) window.close()
      return setState({ step: 'told', taken })
    }
    if (error || !code) return end(endingOfError(error), { visit })
    if (visit.errand === 'link') return link(visit, proof)
    if (isCustomer()) return goOn(visit)
    holdSocialSession({ provider: visit.provider, ...proof, ...(visit.store && { store: visit.store }) })
    return signIn(visit)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the address held
  useEffect(() => {
    if (landed.current) return
    landed.current = landedWith(window.location.search)
    // Out of the address and the history, where others could read them.
    router.history.replace('/login/callback')
    void settle(landed.current)
  }, [])

  return { state, dialog }
}
