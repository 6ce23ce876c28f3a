import { useNavigate } from '@tanstack/react-router'
import { identityCalls } from '#contract/identity'
import { sentenceFor } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'

/** Begins a check or goes on with the one under way, on our own page or a provider's. */
export function useOpenIdentity() {
  const navigate = useNavigate()
  const open = useMutationOf(identityCalls.open)
  return {
    open: async (shop?: number) => {
      const session = await open
        .mutateAsync({ body: shop === undefined ? {} : { shop } })
        .catch(() => undefined)
      if (!session) return
      const { pathname } = new URL(session.url)
      if (pathname === `/identity/${session.id}`)
        await navigate({ to: '/identity/$id', params: { id: String(session.id) } })
      else window.location.assign(session.url)
    },
    isPending: open.isPending,
    problem: open.isError ? sentenceFor(open.error) : undefined,
  }
}
