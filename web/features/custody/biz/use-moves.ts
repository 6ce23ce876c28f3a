import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { custodyCalls } from '#contract/custody'
import { codeKind, placeOfCode, tidyCode } from '#contract/scan-code'
import { ApiError, CancelError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { isPassing, sentenceFor } from '#web/lib/errors.ts'
import { isOnline } from '#web/lib/online.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { beep } from '#web/ui/beep.ts'
import { amountOf, type Handover, type Spot, spotText, thingKey, thingText } from '../shared/custody-words.ts'
import type { Move, Outcome, Target } from './move-queue.ts'
import { type Moves, movesOf } from './moves.ts'

export type Said = { tone: 'ok' | 'plain' | 'wait' | 'late'; title: string; detail?: string }
/** Of this visit to the page, the newest first. */
export type Done = { id: number; title: string; moved: Handover['moved']; isUndone: boolean }

const notOurs =
  '置き場(OKP-…)・名札(OKS-…)・箱(OKB-…)・商品のラベルを読み取ってください。送り状番号では移せません。'
const unread = 'いまは通信できず、名前を確かめられません。'
const CAUGHT_UP: Said = { tone: 'ok', title: '残っていた移動を、すべて記録しました' }
const REFUSED: Said = {
  tone: 'late',
  title: '記録できなかった移動があります',
  detail: '「まだ記録していない移動」で理由を確かめてください。',
}
const isTarget = (code: string) => ['place', 'staff'].includes(codeKind(code))
const isThing = (code: string) => ['box', 'item', 'item_number'].includes(codeKind(code))

function problemOf(error: unknown, code: string): Said {
  if (error instanceof ApiError && error.status === 404)
    return {
      tone: 'late',
      title: `「${code}」は見つかりません`,
      detail: 'ほかの会社や担当外の店舗のもの、停止した置き場・担当者、または番号の読み違いかもしれません。',
    }
  return { tone: 'late', title: '記録できませんでした', detail: sentenceFor(error) }
}

/** Of the list beside it, which was read before. */
function knownSpot(client: QueryClient, code: string): Spot | undefined {
  const places = client.getQueryData(queryOf(custodyCalls.places, { query: {} }).queryKey)
  const place = places?.find(({ id }) => id === placeOfCode(code))
  return (
    place && { place: place.id, holder: null, name: place.name, kind: place.kind, shopName: place.shopName }
  )
}

const movedText = (to: Spot | null, moved: Handover['moved']): string => {
  const [first] = moved
  const what = moved.length === 1 && first ? thingText(first) : amountOf(moved)
  return `${what} → ${spotText(to)}`
}

/** What a scan leads to: read, or kept because there was no answer. */
const isUnanswered = (error: unknown): boolean => isPassing(error) || error instanceof CancelError

const LOOK_MS = 4_000
async function look(code: string) {
  // The name is only for display, so the scan does not wait for it.
  if (!isOnline()) return undefined
  try {
    return await ask(custodyCalls.look, { params: { code }, signal: AbortSignal.timeout(LOOK_MS) })
  } catch (error) {
    if (!isUnanswered(error)) throw error
    return undefined
  }
}

export const targetText = ({ code, spot }: Target): string => (spot ? spotText(spot) : code)

/** One sentence for what became of a scan, however many pieces it was sent in. */
function saidOf(to: Target, codes: readonly string[], outcomes: readonly Outcome[]): Said {
  const refused = outcomes.find((one) => typeof one === 'object' && 'refused' in one)
  if (refused && typeof refused === 'object' && 'refused' in refused)
    return problemOf(refused.refused, codes.length === 1 ? (codes[0] ?? '') : targetText(to))
  if (outcomes.includes('waiting'))
    return {
      tone: 'wait',
      title: `${codes.length === 1 ? codes[0] : `${codes.length}件`} → ${targetText(to)} は、まだ記録していません`,
      detail: 'この端末に残していて、つながり次第、読み取った順に記録します。',
    }
  const recorded = outcomes.flatMap((one) =>
    typeof one === 'object' && 'recorded' in one ? [one.recorded] : [],
  )
  const moved = recorded.flatMap((one) => one.moved)
  const spot = recorded.find((one) => one.to)?.to ?? to.spot ?? null
  if (moved.length === 0) {
    const unchanged = recorded.flatMap((one) => one.unchanged)
    const [first] = unchanged
    const what = unchanged.length === 1 && first ? thingText(first) : amountOf(unchanged)
    return { tone: 'plain', title: `${what} は、もう${spotText(spot)}にあります` }
  }
  const only = moved.length === 1 ? moved[0] : undefined
  return {
    tone: 'ok',
    title: movedText(spot, moved),
    ...(only && { detail: `${spotText(only.from)}から移しました。` }),
  }
}

type Desk = {
  client: QueryClient
  moves: Moves
  aimed: () => Target | undefined
  aim: (next: Target | undefined) => void
  say: (next: Said) => void
}

/** What a scanned code does. Without an answer its name stays unknown; the code counts all the same. */
function scanSteps({ client, moves, aimed, aim, say }: Desk) {
  /** The next scan is read meanwhile. */
  const send = (to: Target, codes: readonly string[]) => ({
    told: moves.queue.add(to, codes).then((outcomes) => say(saidOf(to, codes, outcomes))),
  })

  const takeTarget = async (code: string) => {
    if (aimed()?.code === code && moves.getWaiting().length === 0) {
      aim(undefined)
      return say({ tone: 'plain', title: '移す先を外しました' })
    }
    const found = await look(code)
    if (found && !found.to) return
    const to = { code, spot: found?.to ?? knownSpot(client, code) }
    const codes = moves.getWaiting().map((one) => one.code)
    if (codes.length > 0) {
      const sent = send(to, codes)
      moves.hold([])
      return sent
    }
    aim(to)
    return say({
      tone: 'plain',
      title: `移す先: ${targetText(to)}`,
      detail: found ? '箱や商品を読み取ってください。' : `${unread}箱や商品は、続けて読み取れます。`,
    })
  }

  const takeThing = async (code: string) => {
    const to = aimed()
    if (to) return send(to, [code])
    const found = await look(code)
    const before = moves.getWaiting()
    const thing = found?.thing ?? undefined
    if (found && !thing) return
    const isKnown = before.some(
      (one) => one.code === code || (one.thing && thing && thingKey(one.thing) === thingKey(thing)),
    )
    if (!isKnown) moves.hold([...before, { code, ...(thing && { thing }) }])
    const next = '移す先の置き場か、受け取る人の名札を読み取ってください。'
    say({
      tone: 'plain',
      title: `${thing ? thingText(thing) : code} ${isKnown ? 'は、もう読み取っています' : ''}`,
      detail: thing ? `いまは ${spotText(thing.spot)}。${next}` : `${unread}${next}`,
    })
  }

  return async (code: string) => {
    if (isTarget(code)) return takeTarget(code)
    if (isThing(code)) return takeThing(code)
    return say({ tone: 'late', title: `「${code}」では移せません`, detail: notOurs })
  }
}

/**
 * A place first: whatever is scanned after it goes there. Boxes or articles first: they wait for the next place, and go
 * there together. One code after the other, however fast they come; what is read is kept until it is recorded.
 */
export function useMoves() {
  const client = useQueryClient()
  const [moves] = useState(() => movesOf(client))
  const unsent = useSyncExternalStore(moves.queue.subscribe, moves.queue.getState)
  const waiting = useSyncExternalStore(moves.subscribe, moves.getWaiting)
  const takeBack = useMutationOf(custodyCalls.undo)
  const [target, setTarget] = useState<Target>()
  const [said, setSaid] = useState<Said>()
  const [done, setDone] = useState<readonly Done[]>([])
  const aimed = useRef<Target>(undefined)
  const scans = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(
    () =>
      moves.onRecorded(({ id, to, moved }) => {
        if (id !== null)
          setDone((before) => [{ id, title: movedText(to, moved), moved, isUndone: false }, ...before])
      }),
    [moves],
  )
  // What was said to wait has been recorded or refused.
  useEffect(
    () =>
      moves.queue.subscribe(() => {
        const left = moves.queue.getState()
        if (left.some(({ state }) => state !== 'held')) return
        setSaid((before) => (before?.tone !== 'wait' ? before : left.length === 0 ? CAUGHT_UP : REFUSED))
      }),
    [moves],
  )

  const aim = (next: Target | undefined) => {
    aimed.current = next
    setTarget(next)
  }
  const say = (next: Said) => {
    beep(next.tone === 'ok' || next.tone === 'plain')
    setSaid(next)
  }
  const scanned = scanSteps({ client, moves, aimed: () => aimed.current, aim, say })

  const take = (text: string): Promise<unknown> => {
    const code = tidyCode(text)
    const step = async () => {
      try {
        return await scanned(code)
      } catch (error) {
        say(problemOf(error, code))
      }
    }
    const taken = scans.current.then(step)
    scans.current = taken
    return taken.then((sent) => sent?.told)
  }

  const last = done.find(({ isUndone }) => !isUndone)
  const undo = async () => {
    if (!last) return
    try {
      await takeBack.mutateAsync({ params: { id: last.id } })
      setDone((before) => before.map((one) => (one.id === last.id ? { ...one, isUndone: true } : one)))
      say({ tone: 'plain', title: `取り消しました: ${last.title}` })
    } catch (error) {
      say(problemOf(error, last.title))
    }
  }
  return {
    ...{ target, waiting, unsent, said, done, last, take, undo },
    retry: (id: string) => {
      setSaid(undefined)
      moves.queue.retry(id)
    },
    discard: (id: string) => {
      setSaid(undefined)
      moves.queue.discard(id)
    },
    /** Gives the move up; its things wait for the next place that is scanned. */
    redirect: ({ id, codes }: Move) => {
      aim(undefined)
      moves.queue.discard(id)
      const others = moves.getWaiting().filter(({ code }) => !codes.includes(code))
      moves.hold([...others, ...codes.map((code) => ({ code }))])
      setSaid({ tone: 'plain', title: '移す先を、もう一度読み取ってください' })
    },
    isUndoing: takeBack.isPending,
    clear: () => {
      aim(undefined)
      moves.hold([])
      setSaid(undefined)
    },
  }
}
