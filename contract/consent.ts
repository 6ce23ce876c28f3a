import { formatYen } from './text.ts'

export interface AnswerTotals {
  sell: number
  amount: number
  back: number
  disposed: number
}

/** Consent sentence. The page shows it and the server stores the same text. */
export function answerConsent({ sell, amount, back, disposed }: AnswerTotals): string {
  return [
    sell > 0 ? `${sell}点を合計${formatYen(amount)}で売ります。` : '',
    back > 0 ? `${back}点を返してもらいます。` : '',
    disposed > 0 ? `${disposed}点をリサイクルに出すことに同意します。` : '',
  ].join('')
}
