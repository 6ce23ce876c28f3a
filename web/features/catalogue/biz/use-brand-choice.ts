import { useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { companyCalls } from '#contract/company'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { type Undoable, useUndoNotice } from '#web/ui/undo-notice.tsx'
import type { Brand } from './brand-columns.tsx'

const back = '元に戻しました。'

/** What is done with all chosen brands, and one way back for ten seconds. */
export function useBrandChoice(picked: readonly Brand[], clear: () => void) {
  const { tell, notice } = useUndoNotice()
  const [problem, setProblem] = useState<string>()
  const mark = useMutationOf(catalogueCalls.brandsPrivate)
  const handle = useMutationOf(companyCalls.shopBrands)
  const run = async (act: () => Promise<Undoable>) => {
    setProblem(undefined)
    tell(undefined)
    try {
      tell(await act())
      clear()
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  const setPrivate = (isPrivate: boolean) =>
    run(async () => {
      const { brands } = await mark.mutateAsync({ body: { brands: picked.map(({ id }) => id), isPrivate } })
      const undo = async () => {
        await mark.mutateAsync({ body: { brands, isPrivate: !isPrivate } })
        return back
      }
      return {
        sentence: `${brands.length}件のブランドを${isPrivate ? '非公開に' : '公開'}しました。`,
        ...(brands.length > 0 && { undo }),
      }
    })
  const setHandled = (shop: { id: number; name: string }, isHandled: boolean) =>
    run(async () => {
      const brands = picked.filter(({ shops }) => shops.includes(shop.id) !== isHandled).map(({ id }) => id)
      if (brands.length > 0) await handle.mutateAsync({ body: { shop: shop.id, brands, isHandled } })
      const undo = async () => {
        await handle.mutateAsync({ body: { shop: shop.id, brands, isHandled: !isHandled } })
        return back
      }
      return {
        sentence: `${shop.name}の取り扱い${isHandled ? 'に加えました' : 'から外しました'}(${brands.length}件)。`,
        ...(brands.length > 0 && { undo }),
      }
    })
  return {
    picked,
    clear,
    notice,
    problem,
    pending: mark.isPending || handle.isPending,
    setPrivate,
    setHandled,
  }
}
