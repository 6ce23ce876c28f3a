import { flushSync } from 'react-dom'
import { isOwnCode } from '#contract/scan-code'
import { type Burst, createBurstReader, SCANNER_GAP_MS } from './burst.ts'
import { isPlayed, playKey, showKey } from './key-play.ts'
import { isComposing, isTextField, restore, type Snapshot, scannedCharacter } from './keyboard.ts'
import { findShortcut, isLead, type KeyPress, LEFT_ALONE, NOWHERE, type Shortcut } from './shortcut-list.ts'
import { awaitsScans, takeScan } from './use-scans.ts'

/*
 * All keys of the back office go through here, once, before the page sees them.
 *
 * A key outside text fields may be the first of a scan, so it is held back until the next one, or a pause, says who
 * pressed it. What a scanner sent goes to whoever takes scans, and nobody else sees a letter of it. What a hand typed
 * is played in its order: a command runs and its change is drawn before the next key is looked at, so that text
 * arrives in the field a command has just opened. While a command, or what it leads to, is on its way, everything
 * typed is kept and played afterwards.
 */

type Step = { press: KeyPress; burst?: number } | { scan: string; putBack: (() => void) | undefined }

/** A little longer than a pause of a scanner: keys come a little late at times. */
const HOLD_MS = SCANNER_GAP_MS + 5
/** The rest of what is a scan already is waited for, however busy the machine is. */
const HOLD_SCAN_MS = 400
/** How much later than they were pressed keys may come for the next one to be waited for as much longer. */
const MOST_DELAY_MS = 200
/** Nothing is kept longer for the sake of a command that does not come to an end. */
const LONGEST_BUSY_MS = 10_000
/** Nor for something that does not come to the screen. */
const LONGEST_WAIT_MS = 15_000
/** G, and then a letter. */
const LEAD_MS = 1500

const MODIFIER = /^(Shift|Control|Alt|Meta|OS|CapsLock|NumLock|Fn)/
const EDITING = /^(Enter|NumpadEnter|Tab|Escape|Backspace|Delete|Space|Home|End|Arrow\w+)$/

const burst = createBurstReader()
const queue: Step[] = []
/** How many at the end of the queue may still turn out to be of a scan. */
let undecided = 0
let busy: symbol | undefined
let playing = false
let lead: KeyPress | undefined
/** What was typed before this moment was meant for something that has not come about. */
let deafUntil = Number.NEGATIVE_INFINITY
/** When the last code ended. */
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

/**
 * What was typed behind a command was meant for what that leads to. When it has led nowhere, none of it may be played
 * on what is still there: not what is kept here, and not what was typed before the screen could say so.
 */
function forgetTyped(): void {
  queue.length = 0
  undecided = 0
  deafUntil = performance.now()
}

/** Something asks over the page, and nothing that waits may be played into it: what was typed was meant for the page. */
export function dropHeldKeys(): void {
  busy = undefined
  forgetTyped()
}

/** Keeps what is typed from now on until the promise is settled, and plays it then; not when it comes to NOWHERE. */
export function holdKeys(until: PromiseLike<unknown>): void {
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
    // A change made when the promise is settled is drawn in the next turn.
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
    holdKeys(result as PromiseLike<unknown>)
}

/** The shortcut a key means now. The first key of two only waits for the second. */
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

/** Plays one step; false when it has to wait. */
function playStep(step: Step): boolean {
  if ('scan' in step) {
    queue.shift()
    lead = undefined
    const { scan, putBack } = step
    run(() => takeScan(scan, putBack))
    return true
  }
  const { press } = step
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
    isFree = showKey(press)
  })
  if (isFree && meaning) run(meaning.run)
  else if (isFree) flushSync(() => playKey(press))
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

/** Something new is on the screen: what waited for it may go on. */
export function playOn(): void {
  if (queue.length > undecided) queueMicrotask(play)
}

/** Whatever is held was typed by a hand. */
function decide(): void {
  clearTimeout(timer)
  undecided = 0
  play()
}

type Scheduling = { scheduling?: { isInputPending?: () => boolean } }

/**
 * Decides once the pause is long enough. A machine that is busy delivers the next key as late as the last one, or calls
 * us late; then we wait for as much longer.
 */
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
    // A key that is still on its way goes on with the burst all the same: the keyboard's time says so.
    if (read) takeBurst(read, burst.newest())
    else decide()
  }, wait)
}

/** Takes what a scanner sent out of the queue and out of the field it was sent into. */
function takeBurst({ id, text, before, composed }: Burst, at: number): void {
  takenAt = at
  const others = queue.filter((step) => 'scan' in step || step.burst !== id)
  queue.splice(0, queue.length, ...others)
  const field = before?.field === document.activeElement ? before : undefined
  queue.push({ scan: text, putBack: field && takeOut(field, text, composed) })
  burst.drop()
  decide()
}

/** A text that is no code of ours stays in the field it was sent into: a parcel's number belongs there. */
const staysInField = ({ text, before }: Burst): boolean =>
  before !== undefined &&
  before.field === document.activeElement &&
  before.field.dataset.scan === undefined &&
  !isOwnCode(text)

/** How long an IME may take to write down what the scan has made it compose. */
const COMPOSING_MS = 250

/** The field is as it was before the scan; answers how to write the code into it after all. */
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

/** The IME does not know that its composition is gone, and may write it down a moment later. */
function keepFromIme(before: Snapshot): () => void {
  const { field, text } = before
  const again = () => {
    if (field.value !== text) restore(before)
  }
  const stop = () => {
    field.removeEventListener('compositionend', again)
    field.removeEventListener('input', again)
  }
  field.addEventListener('compositionend', again)
  field.addEventListener('input', again)
  setTimeout(stop, COMPOSING_MS)
  return stop
}

function hold(event: KeyboardEvent, ofBurst?: number): void {
  withhold(event)
  queue.push({ press: pressOf(event), burst: ofBurst })
}

function onCharacter(event: KeyboardEvent, character: string) {
  const { activeElement } = document
  const ofBurst = burst.add(character, event.timeStamp, isComposing(event))
  // Text goes straight into its field; a closed list would choose something by the first letter of a scan.
  const isText = isTextField(activeElement) && !(activeElement instanceof HTMLSelectElement)
  if (isText ? isIdle() || isComposing(event) : isIdle() && !awaitsScans()) return
  hold(event, ofBurst)
  if (isText || !awaitsScans()) return decide()
  undecided += 1
  decideLater(performance.now() - event.timeStamp)
}

/** What a key adds to a burst. A blank or a tabulator begins none, and keeps its own meaning alone. */
function characterOf(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return undefined
  if (event.code === 'Space' || event.code === 'Tab') {
    return undecided > 0 && burst.isQuick(event.timeStamp) ? ' ' : undefined
  }
  return scannedCharacter(event)
}

/** Neither the browser's nor a combination nobody here knows. */
const isOurs = (press: KeyPress): boolean =>
  !LEFT_ALONE.test(press.code) &&
  (press.ctrl || press.alt
    ? findShortcut(press, { inField: true }) !== undefined
    : EDITING.test(press.code) || press.key.length === 1)

const isEnter = ({ code }: KeyboardEvent): boolean => code === 'Enter' || code === 'NumpadEnter'

function onKeyDown(event: KeyboardEvent) {
  if (isPlayed(event) || MODIFIER.test(event.code)) return
  if (event.timeStamp < deafUntil && !LEFT_ALONE.test(event.code)) return withhold(event)
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey
  const ends = plain && isEnter(event) && awaitsScans()
  // Some scanners end a line twice, and some an Enter late.
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
  // A key pressed before the focus came here was sent to where it had been.
  const hasMoved = event.target !== document.activeElement && isTextField(document.activeElement)
  const press = pressOf(event)
  if (isIdle() ? hasMoved && !press.composing && EDITING.test(press.code) : isOurs(press)) {
    hold(event)
    decide()
  }
}

/** What went through to the page, and nothing there took. */
function onKeyDownAfter(event: KeyboardEvent) {
  if (event.defaultPrevented || isPlayed(event) || MODIFIER.test(event.code)) return
  const meaning = meaningOf(pressOf(event))
  if (meaning === undefined) return
  event.preventDefault()
  if (meaning === 'lead') return
  if (!meaning.waits) return run(meaning.run)
  queue.push({ press: pressOf(event) })
}

/** A hand on the mouse goes elsewhere: what waited for something else is not meant for that. */
function onPointerDown(): void {
  decide()
  queue.length = 0
}

let users = 0

/** Listens as long as anybody has keys to be heard. */
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
