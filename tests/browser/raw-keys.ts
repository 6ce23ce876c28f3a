import type { CDPSession, Page } from 'playwright-core'

/** Sends raw key events at a given pace, without waiting for the page. */

const named: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, Escape: 27, Backspace: 8, ArrowDown: 40 }
const signs: Readonly<Record<string, readonly [string, number]>> = {
  '-': ['Minus', 189],
  '/': ['Slash', 191],
  ';': ['Semicolon', 186],
}
const CTRL = 2
const SHIFT = 8
const ALT = 1

type Stroke = { code: string; key: string; number: number; modifiers: number; text: string }

/** `a`, `7`, `Enter`, `Ctrl Enter`, `Alt 2`. */
function strokeOf(token: string): Stroke {
  const parts = token.split(' ')
  const key = parts.at(-1) ?? ''
  const held = (parts.includes('Ctrl') ? CTRL : 0) | (parts.includes('Alt') ? ALT : 0)
  const text = held === 0 ? key : ''
  if (named[key] !== undefined)
    return { code: key, key, number: named[key], modifiers: held, text: key === 'Enter' && !held ? '\r' : '' }
  const [sign, number] = signs[key] ?? []
  if (sign && number) return { code: sign, key, number, modifiers: held, text }
  const upper = key.toUpperCase()
  const shift = /[A-Z]/.test(key) ? SHIFT : 0
  const code = /\d/.test(key) ? `Digit${key}` : `Key${upper}`
  return { code, key, number: upper.charCodeAt(0), modifiers: held | shift, text }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface RawKeyboard {
  /** `gap` in milliseconds; resolves once the page has received all keys. */
  type: (tokens: readonly string[], gap: number) => Promise<void>
  /** Types like a barcode scanner. With an active IME, the page gets only key positions. */
  scan: (code: string, options?: { gap?: number; ime?: boolean }) => Promise<void>
  slow: (times: number) => Promise<void>
  session: CDPSession
}

export async function rawKeyboard(page: Page): Promise<RawKeyboard> {
  const session = await page.context().newCDPSession(page)
  const send = (stroke: Stroke, at: number, ime: boolean) => {
    const { code, key, number, modifiers, text } = stroke
    const common = { code, modifiers, timestamp: at / 1000 }
    return [
      session.send('Input.dispatchKeyEvent', {
        ...common,
        ...(ime
          ? { type: 'rawKeyDown', key: 'Process', windowsVirtualKeyCode: 229 }
          : {
              type: text ? 'keyDown' : 'rawKeyDown',
              key,
              windowsVirtualKeyCode: number,
              ...(text && { text }),
            }),
      }),
      session.send('Input.dispatchKeyEvent', {
        ...common,
        type: 'keyUp',
        key,
        windowsVirtualKeyCode: number,
        timestamp: at / 1000 + 0.001,
      }),
    ]
  }
  const play = async (tokens: readonly string[], gap: number, ime = false) => {
    const clock = () => performance.timeOrigin + performance.now()
    const start = clock()
    const heard: Promise<unknown>[] = []
    for (const [index, token] of tokens.entries()) {
      const at = start + index * gap
      if (at > clock()) await sleep(at - clock())
      heard.push(...send(strokeOf(token), at, ime))
    }
    await Promise.all(heard)
  }
  return {
    type: (tokens, gap) => play(tokens, gap),
    scan: (code, { gap = 8, ime = false } = {}) => play([...code, 'Enter'], gap, ime),
    slow: async (times) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate: times })
    },
    session,
  }
}
