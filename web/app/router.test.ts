import { beforeAll, expect, it } from 'vitest'
import { bizPages } from './biz-pages.ts'
import { storePages } from './pages.ts'
import { addBizPages, router } from './router.tsx'

beforeAll(addBizPages)

it.each(Object.keys({ ...storePages, ...bizPages }))('the address %s leads to its own page', (path) => {
  const match = router.matchRoutes(path.replaceAll(/\$\w+/g, '7'), {}).at(-1)
  expect(match?.fullPath.replace(/(?<=.)\/$/, '')).toBe(path)
})
