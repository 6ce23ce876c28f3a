import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { nextEngineCalls } from '#contract/next-engine'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { notify } from '#web/ui/notify.tsx'
import { type Arrival, arrivalIn, isFirstPost, tookDeparture } from './arrival.ts'

export type ArrivalStep =
  | { is: 'none' }
  | { is: 'asking'; arrival: Arrival }
  | { is: 'connecting' }
  | { is: 'failed'; sentence: string }

/** Connects with what Next Engine added to the address, once, and takes it out of the address. */
export function useArrival() {
  const navigate = useNavigate()
  const connect = useMutationOf(nextEngineCalls.connect)
  const [landed] = useState(() => arrivalIn(window.location.search))
  const [step, setStep] = useState<ArrivalStep>({ is: 'none' })
  const isTaken = useRef(false)

  const post = async (arrival: Arrival) => {
    if (!isFirstPost(arrival)) return
    setStep({ is: 'connecting' })
    try {
      await connect.mutateAsync({ body: { ...arrival } })
      setStep({ is: 'none' })
      notify.done('ネクストエンジンと接続しました。')
    } catch (error) {
      setStep({ is: 'failed', sentence: sentenceFor(error) })
    }
  }

  useEffect(() => {
    if (!landed || isTaken.current) return
    isTaken.current = true
    void navigate({ to: '.', search: {}, replace: true })
    if (tookDeparture()) void post(landed)
    else setStep({ is: 'asking', arrival: landed })
  })

  return { step, post, dismiss: () => setStep({ is: 'none' }) }
}
