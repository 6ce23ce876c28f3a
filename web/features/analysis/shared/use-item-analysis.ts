import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { analysisCalls } from '#contract/analysis'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'

export type Analysis = AskResult<typeof analysisCalls.images>
export type Candidate = Analysis['candidates'][number]

/** Whoever goes through articles quickly asks for none of them. */
const settles = 700

function useSettled(key: string): boolean {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), settles)
    return () => clearTimeout(timer)
  }, [key])
  return settled === key
}

/** Reads the photos once, in the background; without a result nothing is shown and nothing waits. */
export function useItemAnalysis(
  slug: string,
  photos: readonly number[],
  enabled: boolean,
): Analysis | undefined {
  const settled = useSettled(`${slug} ${photos.join(' ')}`)
  const query = useQuery({
    queryKey: ['analysis of an article', slug, ...photos],
    queryFn: ({ signal }) => ask(analysisCalls.images, { body: { slug, photos: [...photos] }, signal }),
    enabled: enabled && settled && slug !== '' && photos.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: false,
  })
  return query.data
}

/** Tells what a person chose; a choice that cannot be told now is not asked for again. */
export function useConfirmCandidate(): (run: number, field: Candidate['field'], chosen: string) => void {
  const { mutate } = useMutationOf(analysisCalls.confirm)
  return (run, field, chosen) => mutate({ params: { id: run }, body: { field: field as 'brand', chosen } })
}
