/** What an answered request still waits for before its deal. */
export const dealBlockerText = {
  not_identified: '本人確認が終わると契約に進みます。',
  identity_in_review:
    '本人確認の書類を、お店が確認しています。終わるとすぐ契約に進みます。お客さまのお手続きはありません。',
  held: '確認中の事項があるため、手続きを一時的に止めています。',
  under_age: '18歳未満の方からはお買い取りできないため、契約に進めません。',
} as const
export type DealBlocker = keyof typeof dealBlockerText
export const dealBlockers = Object.keys(dealBlockerText) as [DealBlocker, ...DealBlocker[]]

/** The customer cannot remove it by being identified. */
export const isFinalBlocker = (blocker: DealBlocker): boolean => blocker === 'under_age'

export const dealBlockerSentences = (blockers: readonly DealBlocker[]): string[] =>
  blockers.map((blocker) => dealBlockerText[blocker])
