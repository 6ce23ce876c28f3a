import { useEffect, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { companyCalls } from '#contract/company'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import type { Brand } from './brand-columns.tsx'

type Done = { sentence: string; undo: () => Promise<unknown> }

const UNDO_MS = 10_000

/** What is done with all chosen brands, and one way back for ten seconds. */
export function useBrandChoice(picked: readonly Brand[], clear: () => void) {
  const [done, setDone] = useState<Done>()
  const [problem, setProblem] = useState<string>()
  const mark = useMutationOf(catalogueCalls.brandsPrivate)
  const handle = useMutationOf(companyCalls.shopBrands)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(undefined), UNDO_MS)
    return () => clearTimeout(timer)
  }, [done])
  const run = async (act: () => Promise<Done>) => {
    setProblem(undefined)
    setDone(undefined)
    try {
      setDone(await act())
      clear()
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  const setPrivate = (isPrivate: boolean) =>
    run(async () => {
      const { brands } = await mark.mutateAsync({ body: { brands: picked.map(({ id }) => id), isPrivate } })
      return {
        sentence: `${brands.length}件のブランドを${isPrivate ? '非公開に' : '公開'}しました。`,
        undo: async () => brands.length > 0 && mark.mutateAsync({ body: { brands, isPrivate: !isPrivate } }),
      }
    })
  const setHandled = (shop: { id: number; name: string }, isHandled: boolean) =>
    run(async () => {
      const brands = picked.filter(({ shops }) => shops.includes(shop.id) !== isHandled).map(({ id }) => id)
      if (brands.length > 0) await handle.mutateAsync({ body: { shop: shop.id, brands, isHandled } })
      return {
        sentence: `${shop.name}の取り扱い${isHandled ? 'に加えました' : 'から外しました'}(${brands.length}件)。`,
        undo: async () =>
          brands.length > 0 && handle.mutateAsync({ body: { shop: shop.id, brands, isHandled: !isHandled } }),
      }
    })
  const undo = async () => {
    if (!done) return
    setDone(undefined)
    await done.undo().catch((error: unknown) => setProblem(sentenceFor(error)))
  }
  return {
    picked,
    done,
    problem,
    pending: mark.isPending || handle.isPending,
    setPrivate,
    setHandled,
    undo,
  }
}
