import { searchTerms } from '#contract/search-terms'

type Matches<Row> = { count: number; results: readonly Row[] }

/** The one row that matches a code; undefined for text, no or several rows, or a failed request. */
export async function onlyHit<Row>(
  q: string | undefined,
  ask: (q: string) => Promise<Matches<Row>>,
): Promise<Row | undefined> {
  if (!q || 'words' in searchTerms(q)) return undefined
  const matches = await ask(q).catch(() => undefined)
  return matches?.count === 1 ? matches.results[0] : undefined
}
