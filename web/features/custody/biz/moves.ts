import type { QueryClient } from '@tanstack/react-query'
import { custodyCalls } from '#contract/custody'
import { ApiError, CancelError } from '#web/lib/api-error.ts'
import { ask, newIdempotencyKey } from '#web/lib/ask.ts'
import { currentOwner, draftsOnScreen } from '#web/lib/draft-store.ts'
import { isPassing, sentenceFor } from '#web/lib/errors.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { onBackOnline } from '#web/lib/online.ts'
import { reread } from '#web/lib/query-client.ts'
import { SEND_MS } from '#web/lib/send-again.ts'
import { registerCleaner } from '#web/lib/session.ts'
import { subscribePageOwner } from '#web/lib/suspended-session.ts'
import { openTabDraft } from '#web/lib/tab-draft.ts'
import { MOVES_DRAFT, registerSender, reportUnsent } from '#web/lib/unsent.ts'
import { beep } from '#web/ui/beep.ts'
import { notify } from '#web/ui/notify.tsx'
import type { Handover, PlacedThing } from '../shared/custody-words.ts'
import { createMoveQueue, type Move } from './move-queue.ts'

const KEPT_VERSION = 1
const TELL_MS = 300

/** Read, and waiting for the place it goes to. `thing` is missing where it could not be looked up. */
export type Waiting = { code: string; thing?: PlacedThing }

type Kept = { moves: readonly Move[]; waiting: readonly Waiting[] }

/** One entry for each key, the newer one. */
const joined = <T>(older: readonly T[], newer: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map([...older, ...newer].map((one) => [keyOf(one), one])).values(),
]

const merge = (older: Kept, newer: Kept): Kept => ({
  moves: joined(older.moves, newer.moves, ({ id }) => id),
  waiting: joined(older.waiting, newer.waiting, ({ code }) => code),
})

/** The person may have gone on to another page, so the refusal is announced there. */
function tellHeld(): void {
  beep(false)
  notify.failed('記録できなかった移動があります。「保管と移動」で理由を確かめてください。')
}

function openMoves(client: QueryClient) {
  const owner = currentOwner()
  const draft = openTabDraft<Kept>({ key: MOVES_DRAFT, owner, version: KEPT_VERSION, merge })
  const left = draft.take() ?? { moves: [], waiting: [] }
  let { moves, waiting } = left
  let isClosed = false
  let telling: ReturnType<typeof setTimeout> | undefined
  const { subscribe, tell } = createListeners()
  const recorded = new Set<(handover: Handover) => void>()
  const keep = () => {
    if (moves.length + waiting.length === 0) draft.remove()
    else {
      draft.write({ moves, waiting })
      // Before it is sent: the page may be gone in the next moment.
      draft.flush()
    }
    if (isClosed) return
    // What was refused is sent only by a person, so nothing says that it is on its way.
    reportUnsent(MOVES_DRAFT, moves.filter(({ state }) => state !== 'held').length)
    tell()
  }
  const queue = createMoveQueue({
    start: left.moves,
    newId: newIdempotencyKey,
    send: ({ id, to, codes }) =>
      ask(custodyCalls.move, {
        body: { target: to.code, codes: [...codes] },
        idempotencyKey: id,
        signal: AbortSignal.timeout(SEND_MS),
      }),
    // A 401 does not drop it: it is sent after the next sign-in.
    isPassing: (error) =>
      isPassing(error) || error instanceof CancelError || (error instanceof ApiError && error.status === 401),
    sentenceOf: sentenceFor,
    keep: (next) => {
      moves = next
      keep()
    },
    onRecorded: (handover) => {
      void reread(client, custodyCalls.move.changes)
      for (const listener of recorded) listener(handover)
    },
    // Once for all that are held together.
    onHeld: () => {
      clearTimeout(telling)
      telling = setTimeout(() => !isClosed && tellHeld(), TELL_MS)
    },
  })
  const hold = (next: readonly Waiting[]) => {
    waiting = next
    keep()
  }
  const claim = () =>
    draft.claim((other) => {
      queue.absorb(other.moves)
      hold(joined(other.waiting, waiting, ({ code }) => code))
    })
  const stops = [
    onBackOnline(queue.retryAll),
    registerSender(queue.retryAll),
    () => draftsOnScreen.delete(draft.stop),
    draft.close,
  ]
  draftsOnScreen.add(draft.stop)
  void claim()
  return {
    ...{ owner, queue, claim, hold, subscribe },
    getWaiting: () => waiting,
    onRecorded(listener: (handover: Handover) => void) {
      recorded.add(listener)
      return () => void recorded.delete(listener)
    },
    close: () => {
      isClosed = true
      for (const stop of stops) stop()
      queue.stop()
      reportUnsent(MOVES_DRAFT, 0)
    },
  }
}

export type Moves = ReturnType<typeof openMoves>

let open: Moves | undefined

function close(): void {
  open?.close()
  open = undefined
}

/** Of the person who is signed in; sent from any page. */
export function movesOf(client: QueryClient): Moves {
  open ??= openMoves(client)
  return open
}

/** Records what was left by an earlier visit or another tab. */
export function resumeMoves(client: QueryClient): void {
  if (open) void open.claim()
  movesOf(client).queue.retryAll()
}

registerCleaner(close)
subscribePageOwner(() => {
  if (open && open.owner !== currentOwner()) close()
})
