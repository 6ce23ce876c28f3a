import { useRef, useState } from 'react'
import { custodyCalls } from '#contract/custody'
import { codeKind, tidyCode } from '#contract/scan-code'
import { ApiError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { beep } from '#web/ui/beep.ts'
import {
  amountOf,
  type Handover,
  type PlacedThing,
  type Spot,
  spotText,
  thingKey,
  thingText,
} from '../shared/custody-words.ts'

export type Waiting = { code: string; thing: PlacedThing }
export type Target = { code: string; spot: Spot }
export type Said = { tone: 'ok' | 'plain' | 'late'; title: string; detail?: string }
/** Of this visit to the page, the newest first. */
export type Done = { id: number; title: string; moved: Handover['moved']; isUndone: boolean }

const notOurs =
  '置き場(OKP-…)・名札(OKS-…)・箱(OKB-…)・商品のラベルを読み取ってください。送り状番号では移せません。'
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

const movedText = (to: Spot | null, moved: Handover['moved']): string => {
  const [first] = moved
  const what = moved.length === 1 && first ? thingText(first) : amountOf(moved)
  return `${what} → ${spotText(to)}`
}

/**
 * A place first: whatever is scanned after it goes there. Boxes or articles first: they wait for the next place, and go
 * there together. One code after the other, however fast they come.
 */
export function useMoves() {
  const move = useMutationOf(custodyCalls.move)
  const takeBack = useMutationOf(custodyCalls.undo)
  const [target, setTarget] = useState<Target>()
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const [said, setSaid] = useState<Said>()
  const [done, setDone] = useState<readonly Done[]>([])
  const now = useRef<{ target: Target | undefined; waiting: readonly Waiting[] }>({
    target: undefined,
    waiting: [],
  })
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const aim = (next: Target | undefined) => {
    now.current.target = next
    setTarget(next)
  }
  const hold = (next: readonly Waiting[]) => {
    now.current.waiting = next
    setWaiting(next)
  }
  const say = (next: Said) => {
    beep(next.tone !== 'late')
    setSaid(next)
  }

  const send = async (to: Target, codes: readonly string[]) => {
    const { id, moved, unchanged } = await move.mutateAsync({ body: { target: to.code, codes: [...codes] } })
    if (id === null) {
      const [first] = unchanged
      const what = unchanged.length === 1 && first ? thingText(first) : amountOf(unchanged)
      return say({ tone: 'plain', title: `${what} は、もう${spotText(to.spot)}にあります` })
    }
    const title = movedText(to.spot, moved)
    setDone((before) => [{ id, title, moved, isUndone: false }, ...before])
    const only = moved.length === 1 ? moved[0] : undefined
    say({ tone: 'ok', title, ...(only && { detail: `${spotText(only.from)}から移しました。` }) })
  }

  const takeTarget = async (code: string) => {
    if (now.current.target?.code === code && now.current.waiting.length === 0) {
      aim(undefined)
      return say({ tone: 'plain', title: '移す先を外しました' })
    }
    const { to: spot } = await ask(custodyCalls.look, { params: { code } })
    if (!spot) return
    const to = { code, spot }
    const codes = now.current.waiting.map((one) => one.code)
    if (codes.length === 0) {
      aim(to)
      return say({
        tone: 'plain',
        title: `移す先: ${spotText(spot)}`,
        detail: '箱や商品を読み取ってください。',
      })
    }
    await send(to, codes)
    hold([])
  }

  const takeThing = async (code: string) => {
    const { target: to, waiting: before } = now.current
    if (to) return send(to, [code])
    const { thing } = await ask(custodyCalls.look, { params: { code } })
    if (!thing) return
    const isKnown = before.some((one) => thingKey(one.thing) === thingKey(thing))
    if (!isKnown) hold([...before, { code, thing }])
    say({
      tone: 'plain',
      title: `${thingText(thing)} ${isKnown ? 'は、もう読み取っています' : ''}`,
      detail: `いまは ${spotText(thing.spot)}。移す先の置き場か、受け取る人の名札を読み取ってください。`,
    })
  }

  const take = (text: string): Promise<unknown> => {
    const code = tidyCode(text)
    const step = async () => {
      try {
        if (isTarget(code)) await takeTarget(code)
        else if (isThing(code)) await takeThing(code)
        else say({ tone: 'late', title: `「${code}」では移せません`, detail: notOurs })
      } catch (error) {
        say(problemOf(error, code))
      }
    }
    queue.current = queue.current.then(step)
    return queue.current
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
    target,
    waiting,
    said,
    done,
    last,
    take,
    undo,
    isUndoing: takeBack.isPending,
    clear: () => {
      aim(undefined)
      hold([])
      setSaid(undefined)
    },
  }
}
