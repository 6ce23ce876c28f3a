import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const URL_DELAY_MS = 50

type Options = {
  slugs: readonly string[]
  /** By the address. */
  asked: string | undefined
  /** Where the address names none of them. */
  first: string | undefined
  /** Brings the address after the pick. */
  lead: (slug: string) => void
}

/** Which of several is in hand. A pick applies before the URL does: the next keys are for it. */
export function useLedSelection({ slugs, asked, first, lead }: Options) {
  // `before`: values of the URL that are older than the pick.
  const [picked, setPicked] = useState<{ slug: string; before: readonly (string | undefined)[] }>()
  if (picked && picked.slug === asked && picked.before.length > 0)
    setPicked({ slug: picked.slug, before: [] })
  const wanted = picked?.before.includes(asked) ? picked.slug : asked
  const slug = slugs.find((one) => one === wanted) ?? first ?? slugs[0] ?? ''
  const pick = (next: string | undefined) => {
    if (next && next !== slug) setPicked({ slug: next, before: [...(picked?.before ?? []), asked, slug] })
  }
  // After the article is on the screen, because the router renders the page once more.
  const leading = picked && picked.before.length > 0 ? picked.slug : undefined
  useEffect(() => {
    if (!leading) return
    const timer = setTimeout(() => lead(leading), URL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [leading, lead])
  const here = slugs.indexOf(slug)
  const at = (by: number) => slugs[Math.min(slugs.length - 1, Math.max(0, here + by))]
  // The way back is taken from a later render than the step.
  const latest = useRef(pick)
  useLayoutEffect(() => {
    latest.current = pick
  })
  return {
    slug,
    pick,
    step: (by: number) => pick(at(by)),
    stepAhead: (by: number) => {
      pick(at(by))
      return () => latest.current(slug)
    },
  }
}
