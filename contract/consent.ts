import { formatYen } from './text.ts'

/** What an answer comes to: articles and yen sold, articles going back, articles given to recycling. */
export interface AnswerTotals {
  sell: number
  amount: number
  back: number
  disposed: number
}

/**
 * The sentence a customer agrees to by answering. The page shows it and the server keeps it with the consent,
 * word for word: what was recorded is what was read.
 */
export function answerConsent({ sell, amount, back, disposed }: AnswerTotals): string {
  return [
    sell > 0 ? `${sell}点を合計${formatYen(amount)}で売ります。` : '',
    back > 0 ? `${back}点を返してもらいます。` : '',
    disposed > 0 ? `${disposed}点をリサイクルに出すことに同意します。` : '',
  ].join('')
}
