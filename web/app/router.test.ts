import { expect, it } from 'vitest'
import { bizPages, storePages } from './pages.ts'
import { router } from './router.tsx'

it.each(Object.keys({ ...storePages, ...bizPages }))('the address %s leads to its own page', (path) => {
  const match = router.matchRoutes(path.replaceAll(/\$\w+/g, '7'), {}).at(-1)
  expect(match?.fullPath.replace(/(?<=.)\/$/, '')).toBe(path)
})
