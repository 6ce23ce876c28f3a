import { useEffect, useState, useSyncExternalStore } from 'react'
import { declaredListCalls } from '#contract/declared-list'
import { ApiError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { onBackOnline } from '#web/lib/online.ts'
import { REQUEST_DRAFT } from '#web/lib/unsent.ts'
import { createDraftKeeper, type Stored, type Unsent } from './draft-keeper.ts'
import type { RequestDraft } from './request-draft.ts'

const nothing: Unsent = { id: null, version: 0, before: null, value: null }

/** The request form on the server; on this device is only what has not arrived there yet. */
export function useRequestDraft(stored: Stored | null) {
  const here = useDraft<Unsent>(REQUEST_DRAFT, nothing, { version: 2 })
  const [continued] = useState(stored !== null || here.restored)
  const [keeper] = useState(() =>
    createDraftKeeper(stored, {
      read: () => ask(declaredListCalls.draft),
      begin: (body) => ask(declaredListCalls.beginDraft, { body }),
      save: (id, body) => ask(declaredListCalls.saveDraft, { params: { id }, body }),
      remove: (id) => ask(declaredListCalls.removeDraft, { params: { id } }),
      isMissing: (error) => error instanceof ApiError && error.status === 404,
      unsent: {
        read: () => (here.restored ? here.value : undefined),
        write: here.setValue,
        clear: here.clear,
      },
    }),
  )
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState, keeper.getState)
  useEffect(() => {
    keeper.start()
    const seen = () => void (document.hidden ? keeper.send() : keeper.look().catch(() => undefined))
    document.addEventListener('visibilitychange', seen)
    const stopWatching = onBackOnline(() => void keeper.send())
    return () => {
      document.removeEventListener('visibilitychange', seen)
      stopWatching()
      keeper.stop()
    }
  }, [keeper])
  return {
    ...state,
    keeper,
    continued,
    change: (next: (value: RequestDraft) => RequestDraft, options?: { quiet?: boolean }) =>
      keeper.change(next(keeper.getState().value), options),
  }
}

export type KeptDraft = ReturnType<typeof useRequestDraft>
