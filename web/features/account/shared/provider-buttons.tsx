import { useState } from 'react'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import { DEFAULT_STORE_KEY } from '#web/app/theme/stores.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useShownAgain } from '#web/lib/shown-again.ts'
import { visitProvider } from '#web/lib/social-session.ts'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { ProviderButton } from './provider-button.tsx'
import { type Provider, useOfferedProviders } from './provider-offers.ts'
import { Or } from './provider-or.tsx'

/** Leaves for the provider's page. */
export function useProviderVisit() {
  const { storeKey } = useStoreTheme()
  const [leaving, setLeaving] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useShownAgain(() => setLeaving(undefined))
  const leave = async (
    provider: Provider,
    visit: { errand: 'sign_in' | 'link'; returnUrl?: string | undefined; owner?: string | undefined },
  ) => {
    if (leaving !== undefined) return
    setLeaving(provider.id)
    setProblem(undefined)
    try {
      const { url } = await visitProvider({
        ...{ provider: provider.id, label: provider.label, errand: visit.errand },
        ...(visit.returnUrl && { returnUrl: visit.returnUrl }),
        ...(visit.owner && { owner: visit.owner }),
        ...(storeKey !== DEFAULT_STORE_KEY && { store: storeKey }),
      })
      window.location.assign(url)
    } catch (error) {
      setProblem(sentenceFor(error))
      setLeaving(undefined)
    }
  }
  return { leave, leaving, problem }
}

type Props = { verb: 'ログイン' | '登録'; returnUrl: string | undefined }

/** Nothing where the server offers no provider. */
export function ProviderButtons({ verb, returnUrl }: Props) {
  const providers = useOfferedProviders()
  const { leave, leaving, problem } = useProviderVisit()
  if (providers.length === 0) return null
  return (
    <>
      <Or>または</Or>
      <Stack gap={12}>
        <ProblemNotice>{problem}</ProblemNotice>
        {providers.map((provider) => (
          <ProviderButton
            key={provider.id}
            provider={provider}
            pending={leaving === provider.id}
            onClick={() => void leave(provider, { errand: 'sign_in', returnUrl })}
          >
            {provider.label}で{verb}
          </ProviderButton>
        ))}
      </Stack>
    </>
  )
}
