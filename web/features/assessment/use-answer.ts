import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Decision } from '#contract/answer'
import { assessmentCalls } from '#contract/assessment'
import type { ErrorCode } from '#contract/error'
import { errorCode } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { reread, useMutationOf } from '#web/lib/query-client.ts'
import { type Choices, decideAll, decisionOf, openItems, totalsOf } from './answer.rules.ts'
import type { Assessment } from './shared/assessment-types.ts'

/** Errors that mean the page is outdated. */
const outdated: readonly (ErrorCode | undefined)[] = [
  'offer_changed',
  'offer_expired',
  'answer_differs',
  'illegal_transition',
  'stale_version',
  'unknown_slug',
]

/** An effect, because the error below the choice must be rendered before the choice is focused. */
function useOpenChoice(first: string | undefined) {
  const choices = useRef(new Map<string, HTMLElement>())
  const [tries, setTries] = useState(0)
  const latest = useRef(first)
  latest.current = first
  useEffect(() => {
    const choice = tries > 0 && latest.current !== undefined ? choices.current.get(latest.current) : undefined
    choice?.scrollIntoView?.({ block: 'center' })
    choice?.querySelector<HTMLElement>('[aria-pressed]')?.focus({ preventScroll: true })
  }, [tries])
  return {
    asked: tries > 0,
    ask: () => setTries((count) => count + 1),
    choiceRef: (slug: string) => (element: HTMLElement | null) => {
      if (element) choices.current.set(slug, element)
      else choices.current.delete(slug)
    },
  }
}

const noChoices: { choices: Choices } = { choices: {} }

export function useAnswer(assessment: Assessment) {
  const request = assessment.purchaseRequest
  const client = useQueryClient()
  const draft = useDraft(`answer-${request}`, noChoices)
  const { choices } = draft.value
  const open = openItems(assessment.items)
  const decision = (item: Assessment['items'][number]) => decisionOf(item, choices, assessment.unpricedPolicy)
  const undecided = open.filter((item) => decision(item) === undefined)
  const { asked, ask, choiceRef } = useOpenChoice(undecided[0]?.slug)

  const reload = () => reread(client, ['request'])
  const post = useMutationOf(assessmentCalls.post, {
    waits: true,
    onSuccess: draft.clear,
    onError: async (error) => {
      if (outdated.includes(errorCode(error))) await reload()
    },
  })
  const set = (next: Choices) => draft.setValue({ choices: next })
  return {
    choices,
    decision,
    restored: draft.restored && Object.keys(choices).length > 0,
    totals: totalsOf(assessment.items, choices, assessment),
    missing: (slug: string) => asked && undecided.some((item) => item.slug === slug),
    choiceRef,
    decide: (item: Assessment['items'][number], word: Decision) =>
      set({ ...choices, [item.slug]: { decision: word, price: item.price } }),
    undo: (item: Assessment['items'][number]) => {
      const { [item.slug]: _gone, ...others } = choices
      set(others)
    },
    decideAll: (word: 'sell' | 'return') => set(decideAll(assessment.items, choices, word)),
    /** Returns false and focuses the first undecided choice if there is one. */
    complete: (): boolean => {
      ask()
      return undecided.length === 0
    },
    send: () =>
      post.mutate({
        params: { purchaseRequestPk: request },
        body: {
          offer: assessment.offer,
          consentVersion: assessment.consentVersion,
          decisions: open.flatMap((item) => {
            const word = decision(item)
            return word ? [{ slug: item.slug, decision: word }] : []
          }),
        },
      }),
    sending: post.isPending,
    answered: post.isSuccess,
    error: post.error,
    reload,
  }
}

export type Answer = ReturnType<typeof useAnswer>
