import { type custodyCalls, mostCodes } from '#contract/custody'
import type { AskResult } from '#web/lib/ask.ts'
import { createListeners } from '#web/lib/listeners.ts'
import type { Spot } from '../shared/custody-words.ts'

/** `spot` is missing where a code was scanned without a connection. */
export type Target = { code: string; spot?: Spot }

export type Move = {
  /** The idempotency key: one for each scan, the same for each attempt. */
  id: string
  to: Target
  codes: readonly string[]
  /** When it was scanned, or when somebody last said that it still holds. */
  at: number
  /** `sending`: for the first time; `waiting`: sent by itself; `held`: refused or too old, and sent only by a person. */
  state: 'sending' | 'waiting' | 'held'
  problem?: string
}

type Recorded = AskResult<typeof custodyCalls.move>

export type Outcome = { recorded: Recorded } | { refused: unknown } | 'waiting'

type Options = {
  /** Must be idempotent by `id`: a hand-over may be sent twice. */
  send: (move: Move) => Promise<Recorded>
  isPassing: (error: unknown) => boolean
  sentenceOf: (error: unknown) => string
  newId: () => string
  start?: readonly Move[]
  keep: (moves: readonly Move[]) => void
  onRecorded: (recorded: Recorded) => void
  /** Called when a move that was reported as waiting is held. */
  onHeld: () => void
  now?: () => number
}

const RETRY_MS = 5_000
/** The outcome of a scan is shown after this time at the latest, with or without an answer. */
const ANSWER_MS = 4_000
/** After this time somebody else may have moved the thing, so the scan is not sent by itself any more. */
export const PATIENCE_MS = 10 * 60_000
const LATE = '読み取ってから時間がたっています。いまもそこにあるときだけ、記録してください。'

const pieces = (codes: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(codes.length / mostCodes) }, (_, index) =>
    codes.slice(index * mostCodes, (index + 1) * mostCodes),
  )

/** Records hand-overs one after the other, as they were scanned: a later one never overtakes one that waits. */
export function createMoveQueue(options: Options) {
  const { send, isPassing, sentenceOf, newId, keep, onRecorded, onHeld, now = Date.now } = options
  let moves: readonly Move[] = []
  const { subscribe, tell } = createListeners()
  const askers = new Map<string, (outcome: Outcome) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isStopped = false

  const publish = (next: readonly Move[]) => {
    moves = next
    keep(moves)
    tell()
  }
  const change = (id: string, changed: Partial<Move>) =>
    publish(moves.map((move) => (move.id === id ? { ...move, ...changed } : move)))
  const leave = (id: string) => publish(moves.filter((move) => move.id !== id))
  const settle = (id: string, outcome: Outcome) => {
    askers.get(id)?.(outcome)
    askers.delete(id)
  }
  const hold = (id: string, problem: string) => {
    change(id, { state: 'held', problem })
    if (!askers.has(id)) onHeld()
  }

  async function pump(): Promise<void> {
    if (isRunning) return
    isRunning = true
    clearTimeout(timer)
    try {
      for (let next = head(); next && (await sendOne(next)); next = head());
    } finally {
      isRunning = false
    }
  }
  const head = () => (isStopped ? undefined : moves.find(({ state }) => state !== 'held'))

  /** Returns whether the next one may be sent. */
  async function sendOne(move: Move): Promise<boolean> {
    if (now() - move.at > PATIENCE_MS) {
      hold(move.id, LATE)
      return true
    }
    try {
      const recorded = await send(move)
      leave(move.id)
      onRecorded(recorded)
      settle(move.id, { recorded })
      return true
    } catch (error) {
      if (isPassing(error)) {
        wait()
        return false
      }
      hold(move.id, sentenceOf(error))
      settle(move.id, { refused: error })
      return true
    }
  }

  function wait(): void {
    publish(moves.map((move) => (move.state === 'sending' ? { ...move, state: 'waiting' } : move)))
    for (const id of [...askers.keys()]) settle(id, 'waiting')
    if (!isStopped) timer = setTimeout(() => void pump(), RETRY_MS)
  }

  /** What is scanned anew replaces what was held of it, under a key of its own. */
  function withoutHeld(codes: readonly string[]): Move[] {
    return moves.flatMap((move) => {
      const left = move.state === 'held' ? move.codes.filter((code) => !codes.includes(code)) : move.codes
      if (left.length === move.codes.length) return [move]
      return left.length > 0 ? [{ ...move, id: newId(), codes: left }] : []
    })
  }

  const absorb = (left: readonly Move[]) => {
    const known = new Set(moves.map(({ id }) => id))
    const more = left.filter(({ id }) => !known.has(id))
    if (more.length > 0) publish([...moves, ...more].toSorted((one, other) => one.at - other.at))
    void pump()
  }
  absorb(options.start ?? [])

  return {
    getState: () => moves,
    subscribe,
    /** In pieces that one call takes; resolves once each has been tried. */
    add(to: Target, codes: readonly string[]): Promise<Outcome[]> {
      const made = pieces(codes).map(
        (piece): Move => ({ id: newId(), to, codes: piece, at: now(), state: 'sending' }),
      )
      const outcomes = made.map(({ id }) => new Promise<Outcome>((resolve) => askers.set(id, resolve)))
      setTimeout(() => {
        for (const { id } of made) {
          settle(id, 'waiting')
          if (moves.some((move) => move.id === id && move.state === 'sending'))
            change(id, { state: 'waiting' })
        }
      }, ANSWER_MS)
      publish([...withoutHeld(codes), ...made])
      void pump()
      return Promise.all(outcomes)
    },
    /** Takes over moves that another tab or an earlier visit left behind. */
    absorb,
    /** A person confirms that the thing is still there, so the move is sent again. */
    retry(id: string) {
      change(id, { state: 'sending', problem: undefined, at: now() })
      void pump()
    },
    retryAll: () => void pump(),
    discard: leave,
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const id of [...askers.keys()]) settle(id, 'waiting')
    },
  }
}
