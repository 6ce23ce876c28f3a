import type { ComponentType } from 'react'

export type PageModule = { default: ComponentType }
type Pages = Record<string, () => Promise<PageModule>>

/**
 * The page of every address, one line each. An address of the route tree that has no line here says that it
 * is being prepared.
 */
export const pages = {
  '/': () => import('#web/features/home/top.page.tsx'),
} satisfies Pages as Pages
