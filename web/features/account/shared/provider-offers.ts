import { useQuery } from '@tanstack/react-query'
import { signInProviderCalls } from '#contract/sign-in-provider'
import { queryOf } from '#web/lib/query-client.ts'

export interface Provider {
  id: string
  label: string
}

const isProvider = (value: unknown): value is Provider =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Provider).id === 'string' &&
  typeof (value as Provider).label === 'string'

/** From the document, so that the buttons are there with the page and move nothing. */
function inDocument(): Provider[] | undefined {
  const content = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="okuru-providers"]')?.content
  if (content === undefined) return undefined
  try {
    const list: unknown = JSON.parse(content)
    return Array.isArray(list) ? list.filter(isProvider) : undefined
  } catch {
    return undefined
  }
}

/** The providers that the server offers; none while they are unknown. */
export function useOfferedProviders(): readonly Provider[] {
  const { data } = useQuery({
    ...queryOf(signInProviderCalls.list),
    initialData: inDocument,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}
