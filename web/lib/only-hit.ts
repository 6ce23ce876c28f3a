import { searchTerms } from '#contract/search-terms'

type Answer<Row> = { count: number; results: readonly Row[] }

/** The one row a code leads to; undefined for text, no or several rows, or a failed request. */
export async function onlyHit<Row>(
  q: string | undefined,
  ask: (q: string) => Promise<Answer<Row>>,
): Promise<Row | undefined> {
  if (!q || 'words' in searchTerms(q)) return undefined
  const answer = await ask(q).catch(() => undefined)
  return answer?.count === 1 ? answer.results[0] : undefined
}
