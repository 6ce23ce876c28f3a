import { useState } from 'react'
import { gradeBandLabel } from '#contract/codes'
import { mostAskedItems } from '#contract/price-estimate'
import { registerCleaner } from '#web/lib/session.ts'
import { lasting } from '#web/lib/storage.ts'
import { askedPhotos } from './shared/asked-photos.ts'

export type GradeBand = keyof typeof gradeBandLabel

export interface Asked {
  key: number
  /** Null for a brand that is not in the list: only its name is known then. */
  brand: number | null
  brandName: string
  category: number
  categoryName: string
  gradeBand: GradeBand
  count: number
}

const KEPT = 'askedArticles'

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value)

function isAsked(value: unknown): value is Asked {
  if (typeof value !== 'object' || value === null) return false
  const { key, brand, brandName, category, categoryName, gradeBand, count } = value as Record<string, unknown>
  return (
    [key, category, count].every(isNumber) &&
    (brand === null || isNumber(brand)) &&
    typeof brandName === 'string' &&
    typeof categoryName === 'string' &&
    typeof gradeBand === 'string' &&
    Object.hasOwn(gradeBandLabel, gradeBand)
  )
}

/** Another version of the page may have stored them: only what this one understands is taken. */
function read(): Asked[] {
  try {
    const stored: unknown = JSON.parse(lasting.get(KEPT) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isAsked).slice(0, mostAskedItems) : []
  } catch {
    return []
  }
}

const forget = () => lasting.remove(KEPT)
registerCleaner(forget)

/** Kept on this device until they are sent, so that a reload or a sign-in in between loses nothing. */
export function useAskedArticles() {
  const [articles, show] = useState(read)
  const keep = (next: Asked[]) => {
    show(next)
    if (next.length === 0) forget()
    else lasting.set(KEPT, JSON.stringify(next))
  }
  return {
    articles,
    isFull: articles.length >= mostAskedItems,
    add: (article: Omit<Asked, 'key'>) =>
      keep([...articles, { ...article, key: Math.max(0, ...articles.map(({ key }) => key)) + 1 }]),
    remove(key: number) {
      keep(articles.filter((article) => article.key !== key))
      askedPhotos.forget(key)
    },
    clear: () => keep([]),
  }
}
