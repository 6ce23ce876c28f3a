import { flushSync } from 'react-dom'
import { isOwnCode } from '#contract/scan-code'
import { type Burst, createBurstReader, SCANNER_GAP_MS } from './burst.ts'
import { dispatchKey, isReplayed, replayKey } from './key-replay.ts'
import { isComposing, isTextField, restore, type Snapshot, scannedCharacter } from './keyboard.ts'
import { findShortcut, isLead, type KeyPress, LEFT_ALONE, NOWHERE, type Shortcut } from './shortcut-list.ts'
import { awaitsScans, takeScan } from './use-scans.ts'

/* All keys of the back office pass through here before the page sees them; docs/keyboard.md describes the rules. */

type Step =
  /** `takeBack`: set when the shortcut has run already; undoes it if the key turns out to begin a scan. */
  | { press: KeyPress; burst?: number; takeBack?: () => void }
  | { scan: string; putBack: (() => void) | undefined }

/** A little longer than a scanner's interval: keys sometimes come late. */
const HOLD_MS = SCANNER_GAP_MS + 5
/** Once a scan is certain, its remaining keys are waited for longer. */
const HOLD_SCAN_MS = 400
/** The longest extra wait when key events are delivered late. */
const MOST_DELAY_MS = 200
/** Keys queued behind a command are dropped after this. */
const LONGEST_BUSY_MS = 10_000
/** Keys queued behind a target that is still loading are dropped after this. */
const LONGEST_WAIT_MS = 15_000
const LEAD_MS = 1500

const MODIFIER = /^(Shift|Control|Alt|Meta|OS|CapsLock|NumLock|Fn)/
const EDITING = /^(Enter|NumpadEnter|Tab|Escape|Backspace|Delete|Space|Home|End|Arrow\w+)$/

const burst = createBurstReader()
const queue: Step[] = []
/** Number of keys at the end of the queue that may still belong to a scan. */
let undecided = 0
let busy: symbol | undefined
let playing = false
let lead: KeyPress | undefined
/** Keys pressed before this time are dropped: their target does not exist. */
let deafUntil = Number.NEGATIVE_INFINITY
let takenAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined

const isIdle = (): boolean => queue.length === 0 && busy === undefined

const pressOf = (event: KeyboardEvent): KeyPress => ({
  code: event.code,
  key: event.key,
  ctrl: event.ctrlKey || event.metaKey,
  shift: event.shiftKey,
  alt: event.altKey,
  repeat: event.repeat,
  composing: isComposing(event),
  at: event.timeStamp,
})

function withhold(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Drops the keys meant for what a command would have led to, both those queued and those not delivered yet. */
function forgetTyped(): void {
  const [first] = queue
  // Whether it began a scan is not known any more.
  if (undecided > 0 && first && 'press' in first) first.takeBack?.()
  queue.length = 0
  undecided = 0
  deafUntil = performance.now()
}

/** Drops queued keys when a dialog covers the page: they were meant for the page. */
export function dropQueuedKeys(): void {
  busy = undefined
  forgetTyped()
}

/** Queues keys until the promise settles, then replays them; drops them when it resolves to NOWHERE. */
export function queueKeysUntil(until: PromiseLike<unknown>): void {
  const mark = Symbol('busy')
  busy = mark
  const release = (result: unknown) => {
    if (busy !== mark) return
    busy = undefined
    if (result === NOWHERE) forgetTyped()
    else play()
  }
  setTimeout(() => release(NOWHERE), LONGEST_BUSY_MS)
  until.then(
    // A change made when the promise settles is rendered in the next task.
    (result) => setTimeout(() => release(result)),
    () => setTimeout(() => release(undefined)),
  )
}

function run(start: () => unknown): void {
  let result: unknown
  flushSync(() => {
    result = start()
  })
  if (result === NOWHERE) forgetTyped()
  else if (typeof (result as PromiseLike<unknown> | undefined)?.then === 'function')
    queueKeysUntil(result as PromiseLike<unknown>)
}

/** The shortcut a key means now; the first key of a pair only waits for the second. */
function meaningOf(press: KeyPress): Shortcut | 'lead' | undefined {
  const inField = isTextField(document.activeElement)
  const first = lead
  lead = undefined
  if (first && press.at - first.at < LEAD_MS) {
    const found = findShortcut(press, { inField, after: first.code })
    if (found) return found
  }
  const found = findShortcut(press, { inField })
  if (found || inField || !isLead(press)) return found
  lead = press
  return 'lead'
}

/** Replays one step; false when it has to wait. */
function playStep(step: Step): boolean {
  if ('scan' in step) {
    queue.shift()
    lead = undefined
    const { scan, putBack } = step
    run(() => takeScan(scan, putBack))
    return true
  }
  const { press } = step
  if (step.takeBack) {
    queue.shift()
    lead = undefined
    return true
  }
  const kept = lead
  const meaning = meaningOf(press)
  if (typeof meaning === 'object' && meaning.waits) {
    const isTooOld = performance.now() - press.at > LONGEST_WAIT_MS
    if (isTooOld) queue.shift()
    else lead = kept
    return isTooOld
  }
  queue.shift()
  if (press.composing || meaning === 'lead') return true
  let isFree = true
  flushSync(() => {
    isFree = dispatchKey(press)
  })
  if (isFree && meaning) run(meaning.run)
  else if (isFree) flushSync(() => replayKey(press))
  return true
}

function play(): void {
  if (playing) return
  playing = true
  try {
    while (busy === undefined && queue.length > undecided) {
      const [step] = queue
      if (!step || !playStep(step)) break
    }
  } finally {
    playing = false
  }
}

/** Resumes the queue after new content has been rendered. */
export function resumeKeyQueue(): void {
  if (queue.length > undecided) queueMicrotask(play)
}

function decide(): void {
  clearTimeout(timer)
  undecided = 0
  play()
}

type Scheduling = { scheduling?: { isInputPending?: () => boolean } }

/** Decides after a pause. When key events are delivered late, or this timer is, the wait is extended as much. */
function decideLater(delay: number, mayWait = true): void {
  clearTimeout(timer)
  const wait = burst.isMachine() ? HOLD_SCAN_MS : HOLD_MS + Math.max(0, Math.min(delay, MOST_DELAY_MS))
  const due = performance.now() + wait
  timer = setTimeout(() => {
    const isBusy = (navigator as Scheduling).scheduling?.isInputPending?.() === true
    const late = performance.now() - due
    if (isBusy) return decideLater(0, mayWait)
    if (mayWait && late > HOLD_MS) return decideLater(late, false)
    const read = burst.readUnended()
    // A key still under way continues the burst, because its own timestamp says so.
    if (read) takeBurst(read, burst.newest())
    else decide()
  }, wait)
}

/** Removes a scan from the queue and from the field it was typed into. */
function takeBurst({ id, text, before, composed }: Burst, at: number): void {
  takenAt = at
  const others = queue.filter((step) => 'scan' in step || step.burst !== id)
  queue.splice(0, queue.length, ...others)
  const field = before?.field === document.activeElement ? before : undefined
  queue.push({ scan: text, putBack: field && takeOut(field, text, composed) })
  burst.drop()
  decide()
}

const staysInField = ({ text, before }: Burst): boolean =>
  before !== undefined &&
  before.field === document.activeElement &&
  before.field.closest('[data-scan]') === null &&
  !isOwnCode(text)

/** The longest an IME is given to commit what it composed from a scan. */
const MOST_COMPOSING_MS = 10_000

/** Restores the field; returns a function that inserts the code after all. */
function takeOut(before: Snapshot, code: string, composed: boolean): () => void {
  const { field, text, start, end } = before
  const typed = field.value.toUpperCase().includes(code)
    ? field.value
    : text.slice(0, start) + code + text.slice(end)
  restore(before)
  const stop = composed ? keepFromIme(before) : undefined
  return () => {
    stop?.()
    if (field.value === text) restore({ field, text: typed, start: typed.length, end: typed.length })
  }
}

/** The IME may still commit a composition that has been removed; this undoes it until the user does something. */
function keepFromIme(before: Snapshot): () => void {
  const { field, text } = before
  const ended = new AbortController()
  const { signal } = ended
  const stop = () => ended.abort()
  const again = () => {
    if (field.value !== text) restore(before)
  }
  const onKey = (event: KeyboardEvent) => {
    // An Enter may be what makes the IME commit, and some scanners send it twice.
    if (isEnter(event) && (isComposing(event) || event.timeStamp - takenAt < SCANNER_GAP_MS)) return
    stop()
  }
  field.addEventListener('compositionend', again, { signal })
  field.addEventListener('input', again, { signal })
  for (const end of ['pointerdown', 'paste', 'drop'] as const)
    window.addEventListener(end, stop, { capture: true, signal })
  window.addEventListener('keydown', onKey, { capture: true, signal })
  setTimeout(stop, MOST_COMPOSING_MS)
  return stop
}

function hold(event: KeyboardEvent, ofBurst?: number): KeyPress {
  withhold(event)
  const press = pressOf(event)
  queue.push({ press, burst: ofBurst })
  return press
}

/** Nothing there handles a letter or a digit by itself, so a shortcut can run before the key is dispatched. */
const TAKES_NO_KEYS = 'body, main, h1, h2, a, button:not([aria-haspopup], [role])'

/** Runs a shortcut that can be undone before it is certain that its key begins no scan, which saves `HOLD_MS`. */
function runAhead(press: KeyPress): void {
  const [step] = queue
  if (queue.length !== 1 || !step || 'scan' in step || lead || press.composing) return
  if (document.activeElement && !document.activeElement.matches(TAKES_NO_KEYS)) return
  const found = findShortcut(press, { inField: false })
  if (!found?.runAhead || found.waits) return
  flushSync(() => {
    step.takeBack = found.runAhead?.()
  })
}

function takeBackAhead(): void {
  const [step] = queue
  if (!step || 'scan' in step || !step.takeBack) return
  flushSync(step.takeBack)
  step.takeBack = undefined
}

function onCharacter(event: KeyboardEvent, character: string) {
  const { activeElement } = document
  const ofBurst = burst.add(character, event.timeStamp, isComposing(event))
  // Text goes straight into its field, except for a closed select, which would choose by the first letter.
  const isText = isTextField(activeElement) && !(activeElement instanceof HTMLSelectElement)
  if (isText ? isIdle() || isComposing(event) : isIdle() && !awaitsScans()) return
  const isFirst = isIdle()
  takeBackAhead()
  const press = hold(event, ofBurst)
  if (isText || !awaitsScans()) return decide()
  undecided += 1
  decideLater(performance.now() - event.timeStamp)
  if (isFirst) runAhead(press)
}

/** The character a key adds to a burst. Space and Tab never start one, and keep their own meaning. */
function characterOf(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return undefined
  if (event.code === 'Space' || event.code === 'Tab') {
    return undecided > 0 && burst.isQuick(event.timeStamp) ? ' ' : undefined
  }
  return scannedCharacter(event)
}

const isOurs = (press: KeyPress): boolean =>
  !LEFT_ALONE.test(press.code) &&
  (press.ctrl || press.alt
    ? findShortcut(press, { inField: true }) !== undefined
    : EDITING.test(press.code) || press.key.length === 1)

const isEnter = ({ code }: KeyboardEvent): boolean => code === 'Enter' || code === 'NumpadEnter'

function onKeyDown(event: KeyboardEvent) {
  if (isReplayed(event) || MODIFIER.test(event.code)) return
  if (event.timeStamp < deafUntil && !LEFT_ALONE.test(event.code)) return withhold(event)
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey
  const ends = plain && isEnter(event) && awaitsScans()
  // Some scanners send Enter twice, or late.
  if (ends && event.timeStamp - takenAt < SCANNER_GAP_MS) return withhold(event)
  const read = ends ? burst.read(event.timeStamp) : undefined
  if (read && !staysInField(read)) {
    withhold(event)
    return takeBurst(read, event.timeStamp)
  }
  if (!burst.isQuick(event.timeStamp) || event.repeat) decide()
  const character = characterOf(event)
  if (character !== undefined) return onCharacter(event, character)
  burst.drop()
  decide()
  const hasMoved = event.target !== document.activeElement && isTextField(document.activeElement)
  const press = pressOf(event)
  if (isIdle() ? hasMoved && !press.composing && EDITING.test(press.code) : isOurs(press)) {
    hold(event)
    decide()
  }
}

function onKeyDownAfter(event: KeyboardEvent) {
  if (event.defaultPrevented || isReplayed(event) || MODIFIER.test(event.code)) return
  const meaning = meaningOf(pressOf(event))
  if (meaning === undefined) return
  event.preventDefault()
  if (meaning === 'lead') return
  if (!meaning.waits) return run(meaning.run)
  queue.push({ press: pressOf(event) })
}

function onPointerDown(): void {
  decide()
  queue.length = 0
}

let users = 0

export function listenToKeys(): () => void {
  users += 1
  if (users === 1) {
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('keydown', onKeyDownAfter)
    window.addEventListener('pointerdown', onPointerDown, { capture: true })
    window.addEventListener('blur', decide)
  }
  return () => {
    users -= 1
    if (users > 0) return
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    window.removeEventListener('keydown', onKeyDownAfter)
    window.removeEventListener('pointerdown', onPointerDown, { capture: true })
    window.removeEventListener('blur', decide)
    burst.drop()
    clearTimeout(timer)
    queue.length = 0
    undecided = 0
    busy = undefined
    lead = undefined
    deafUntil = Number.NEGATIVE_INFINITY
    takenAt = Number.NEGATIVE_INFINITY
  }
}
