/** What an answered request still waits for before its deal. */
export const dealBlockerText = {
  not_identified: '本人確認が終わると契約に進みます。',
  held: '確認中の事項があるため、手続きを一時的に止めています。',
} as const
export type DealBlocker = keyof typeof dealBlockerText
export const dealBlockers = Object.keys(dealBlockerText) as [DealBlocker, ...DealBlocker[]]

export const dealBlockerSentences = (blockers: readonly DealBlocker[]): string[] =>
  blockers.map((blocker) => dealBlockerText[blocker])
