import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { type Article, articleOf, type Named, type Row } from './entry-types.ts'

const FRESH_MS = 60_000

const priceQuery = (article: Article) => ({
  ...queryOf(preAssessmentCalls.price, { body: { articles: [article] } }),
  staleTime: FRESH_MS,
})

/**
 * The price of what is typed, by article: an answer for an article that was typed meanwhile is kept under that article, so a
 * late one never shows. `asks`: rows whose price is wanted now; of the others, what is known.
 */
export function usePrices(rows: readonly Row[], asks: (row: Row) => boolean) {
  const answers = useQueries({
    queries: rows.map((row) => ({ ...priceQuery(articleOf(row)), enabled: asks(row) })),
  })
  const of = (index: number): Named | undefined => answers[index]?.data?.prices[0]
  const hasFailed = answers.some(({ isError, data }) => isError && data === undefined)
  const retry = () => {
    for (const answer of answers) if (answer.isError) void answer.refetch()
  }
  return { of, hasFailed, retry }
}

/** On opening, the evidence of all rows comes in one answer. */
export function useKnownPrices(id: number, rows: readonly Row[]) {
  const client = useQueryClient()
  const articles = rows.filter((row) => row.id !== null).map(articleOf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page; later rows ask for themselves
  useEffect(() => {
    if (articles.length === 0) return
    const known = (article: Article) => client.getQueryData(priceQuery(article).queryKey) !== undefined
    const wanted = articles.filter((article) => !known(article))
    if (wanted.length === 0) return
    const asking = ask(preAssessmentCalls.price, { body: { articles: wanted } })
    asking.then(
      ({ prices, total }) =>
        wanted.forEach((article, index) => {
          const named = prices[index]
          if (named) client.setQueryData(priceQuery(article).queryKey, { prices: [named], total })
        }),
      () => undefined,
    )
  }, [client, id, articles.length > 0])
}
