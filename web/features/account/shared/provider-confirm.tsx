import { useEffect, useRef, useState } from 'react'
import { sentenceFor } from '#web/lib/errors.ts'
import { type ProviderProof, visitProvider } from '#web/lib/social-session.ts'
import { Notice, ProblemNotice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { ProviderButton } from './provider-button.tsx'
import type { Provider } from './provider-offers.ts'
import { listenForReply } from './provider-window.ts'

const SIZE = 'popup,width=480,height=720'

type Waiting = { provider: Provider; url: string; isBlocked: boolean; isChecking: boolean }

/** A provider's sign-in in a window of its own, so that the page and what is typed on it stay. */
function useProviderWindow(take: (provider: string, proof: ProviderProof) => Promise<void>) {
  const [waiting, setWaiting] = useState<Waiting>()
  const [problem, setProblem] = useState<string>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const giveUp = () => {
    stop.current?.()
    stop.current = undefined
    setWaiting(undefined)
  }
  const fail = (sentence: string) => {
    giveUp()
    setProblem(sentence)
  }
  const open = async (provider: Provider) => {
    giveUp()
    setProblem(undefined)
    // At once, with the press: browsers block windows that open later.
    const window = globalThis.open('', 'okuru-provider', SIZE)
    setWaiting({ provider, url: '', isBlocked: false, isChecking: true })
    try {
      const visit = { provider: provider.id, label: provider.label, errand: 'confirm' } as const
      const { url, state } = await visitProvider(visit, { fresh: true })
      stop.current = listenForReply(state, (reply) => {
        if ('error' in reply) {
          fail(`${provider.label}での確認が終わりませんでした。もう一度お試しください。`)
          return
        }
        setWaiting((now) => now && { ...now, isChecking: true })
        take(provider.id, reply).then(giveUp, (error: unknown) => fail(sentenceFor(error)))
      })
      setWaiting({ provider, url, isBlocked: window === null, isChecking: false })
      window?.location.replace(url)
    } catch (error) {
      window?.close()
      fail(sentenceFor(error))
    }
  }
  return { waiting, problem, open, giveUp }
}

type Props = {
  providers: readonly Provider[]
  /** Rejects with what to tell the person. */
  take: (provider: string, proof: ProviderProof) => Promise<void>
}

export function ProviderConfirm({ providers, take }: Props) {
  const { waiting, problem, open, giveUp } = useProviderWindow(take)
  return (
    <Stack gap={12}>
      <ProblemNotice>{problem}</ProblemNotice>
      {providers.map((provider) => (
        <ProviderButton
          key={provider.id}
          provider={provider}
          pending={waiting?.isChecking === true && waiting.provider.id === provider.id}
          onClick={() => void open(provider)}
        >
          {provider.label}で確認する
        </ProviderButton>
      ))}
      {waiting && !waiting.isChecking && (
        <Notice role="status" title={`${waiting.provider.label}の画面でお進みください`}>
          <p>
            {waiting.isBlocked ? (
              <a href={waiting.url} target="_blank" rel="noopener opener">
                {waiting.provider.label}の画面を開く
              </a>
            ) : (
              '確認がすむと、この画面が自動で進みます。'
            )}
          </p>
          <TextButton type="button" onClick={giveUp}>
            取りやめる
          </TextButton>
        </Notice>
      )}
    </Stack>
  )
}
