import { explainFailure } from './start-failure.ts'

type State = 'ok' | 'warn' | 'bad'
export interface Finding {
  about: string
  state: State
  /** In Japanese and English. */
  text: string
}

const marks: Record<State, string> = { ok: 'OK  ', warn: '注意', bad: 'NG  ' }

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text })
export const warn = (about: string, text: string): Finding => ({ about, state: 'warn', text })
export const bad = (about: string, error: unknown): Finding => ({
  about,
  state: 'bad',
  text: typeof error === 'string' ? error : explainFailure(error),
})

/** Returns whether nothing is bad. */
export function tellFindings(
  findings: readonly Finding[],
  say: (line: string) => void,
  fine: string,
): boolean {
  for (const { about, state, text } of findings) say(`${marks[state]}  ${about.padEnd(14)} ${text}`)
  const bads = findings.filter(({ state }) => state === 'bad').length
  say(bads === 0 ? `\n${fine}` : `\n${bads} 件を直してください。 / ${bads} to be mended.`)
  return bads === 0
}
