import { hashKey, useQueries, useQueryClient } from '@tanstack/react-query'
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

/** Of the article as the cache sees it, in which the order of attributes does not count. */
const keyOf = (row: Row): string => hashKey([articleOf(row)])
const articleIn = (key: string): Article => (JSON.parse(key) as [Article])[0]

/**
 * The price of what is typed, by article: an answer for an article that was typed meanwhile is kept under that article, so a
 * late one never shows. `asks`: rows whose price is wanted now; of the others, what is known.
 */
export function usePrices(rows: readonly Row[], asks: (row: Row) => boolean) {
  // Rows of the same article share an answer: one query observed twice would be exchanged at each render, without end.
  const keys = [...new Set(rows.map(keyOf))]
  const wanted = new Set(rows.filter(asks).map(keyOf))
  const answers = useQueries({
    queries: keys.map((key) => ({ ...priceQuery(articleIn(key)), enabled: wanted.has(key) })),
  })
  const of = (row: Row): Named | undefined => answers[keys.indexOf(keyOf(row))]?.data?.prices[0]
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
