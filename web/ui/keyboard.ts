/** A scanner sends its keys closer together than any person can. */
export const SCANNER_GAP_MS = 30

const TEXT_INPUTS = /^(?!button|checkbox|radio|submit|reset|range|color|file|image)/
let scanners = 0

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true
  return target instanceof HTMLInputElement && TEXT_INPUTS.test(target.type)
}

/** While an IME composes, keys belong to it; old browsers only say so with the number 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Says that codes are awaited, until the returned function is called. */
export function awaitScans(): () => void {
  scanners += 1
  return () => {
    scanners -= 1
  }
}

let held: ReturnType<typeof setTimeout> | undefined

export const dropHeldCommand = (): void => clearTimeout(held)

/** Runs a single-key command: at once, or, where codes are awaited, once it is sure no scan goes on. */
export function runCommand(run: () => void): void {
  if (scanners === 0) run()
  else held = setTimeout(run, SCANNER_GAP_MS)
}
