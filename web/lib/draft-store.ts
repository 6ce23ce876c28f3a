import { isPlainObject } from './case.ts'
import { lasting } from './storage.ts'
import { suspendedSession } from './suspended-session.ts'
import { readTokens, tokenOwner } from './tokens.ts'

const prefix = 'draft:'
const nobody = '-'
const debounce = 300
const lifetime = 30 * 24 * 60 * 60 * 1000

export interface StoredDraft {
  version: number
  at: number
  value: unknown
}

/** The drafts' owner, also while the session is suspended. Nobody after an expiry, so the next person does not see them. */
export function currentOwner(): string {
  return tokenOwner(readTokens().access) ?? suspendedSession()?.owner ?? nobody
}

function slot(owner: string, key: string): string {
  return `${prefix}${owner}:${key}`
}

function isFile(value: unknown): boolean {
  return value instanceof Blob || value instanceof FileList
}

function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isFile(entry)).map(withoutFiles)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => !isFile(entry))
      .map(([key, entry]) => [key, withoutFiles(entry)]),
  )
}

function withoutKeys(value: unknown, keys: readonly string[]): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}

function parseDraft(text: string | null): StoredDraft | undefined {
  if (text === null) return undefined
  try {
    const draft: unknown = JSON.parse(text)
    return isPlainObject(draft) && typeof draft.at === 'number' && typeof draft.version === 'number'
      ? (draft as unknown as StoredDraft)
      : undefined
  } catch {
    return undefined
  }
}

function readSlot(name: string, version: number): StoredDraft | undefined {
  const text = lasting.get(name)
  const draft = parseDraft(text)
  if (draft && draft.version === version && Date.now() - draft.at < lifetime) return draft
  if (text !== null) lasting.remove(name)
  return undefined
}

/** The person's own draft, else the one written before signing in, which then becomes theirs. */
export function takeDraft(owner: string, key: string, version: number): StoredDraft | undefined {
  const own = readSlot(slot(owner, key), version)
  if (own || owner === nobody) return own
  const earlier = readSlot(slot(nobody, key), version)
  if (!earlier) return undefined
  lasting.set(slot(owner, key), JSON.stringify(earlier))
  removeDraft(nobody, key)
  return earlier
}

export function writeDraft(owner: string, key: string, version: number, value: unknown): void {
  lasting.set(slot(owner, key), JSON.stringify({ version, at: Date.now(), value } satisfies StoredDraft))
}

export const removeDraft = (owner: string, key: string): void => lasting.remove(slot(owner, key))

export function draftKeys(owner: string): string[] {
  const start = slot(owner, '')
  return lasting.keys().flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
}

export function storedDrafts(): { key: string; value: unknown }[] {
  const starts = [slot(currentOwner(), ''), slot(nobody, '')]
  return lasting.keys().flatMap((name) => {
    const start = starts.find((each) => name.startsWith(each))
    const draft = start === undefined ? undefined : parseDraft(lasting.get(name))
    return start !== undefined && draft ? [{ key: name.slice(start.length), value: draft.value }] : []
  })
}

export const draftsOnScreen = new Set<() => void>()

/** Removes the drafts of the signed-in account and those without an owner. */
export function clearDrafts(): void {
  for (const stop of [...draftsOnScreen]) stop()
  const mine = [slot(currentOwner(), ''), slot(nobody, '')]
  for (const name of lasting.keys()) {
    if (mine.some((start) => name.startsWith(start))) lasting.remove(name)
  }
}

/** Writes one form's draft: debounced while typing, at once when the page is hidden. */
export function makeDraftWriter(key: string, owner: string, version: number, omit: readonly string[]) {
  let owned = owner
  let pending: { value: unknown } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const drop = () => {
    clearTimeout(timer)
    pending = undefined
  }
  const flush = () => {
    if (!pending) return
    const { value } = pending
    drop()
    // A sign-in takes over a draft without an owner; an expired sign-in keeps its owner.
    if (owned === nobody) owned = currentOwner()
    if (owned !== nobody) removeDraft(nobody, key)
    writeDraft(owned, key, version, withoutKeys(withoutFiles(value), omit))
  }
  return {
    write(value: unknown) {
      if (stopped) return
      pending = { value }
      clearTimeout(timer)
      timer = setTimeout(flush, debounce)
    },
    flush,
    remove() {
      drop()
      removeDraft(owned, key)
    },
    stop() {
      stopped = true
      drop()
    },
  }
}
