import { itemCalls } from '#contract/item'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { notify } from '#web/ui/notify.tsx'
import type { BenchRequest } from './use-bench-items.ts'

export function useBenchExtras(request: BenchRequest, slug: string, pick: (slug: string) => void) {
  const add = useMutationOf(itemCalls.add, { waits: true })
  const duplicate = async () => {
    try {
      const made = await add.mutateAsync({ params: { id: request.id }, body: { copyOf: slug } })
      pick(made.slug)
      notify.done(`${made.seq}点目として足しました。`)
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  const copyCode = async () => {
    try {
      await navigator.clipboard.writeText(slug)
      notify.done('商品コードをコピーしました。')
    } catch {
      notify.info(`商品コード ${slug}`)
    }
  }
  return { duplicate, copyCode }
}
