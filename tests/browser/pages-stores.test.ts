import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPages, ownPages, type Pages, patience, startPages, widths } from './pages.ts'

/** A store changes colours, logo and texts; problems with these show at one width. */
let pages: Pages
beforeAll(async () => {
  pages = await startPages()
})
afterAll(() => pages.site.close())

test.each(['aoyama', 'umeda', 'sakae'])(
  'every page of the storefront is whole as %s',
  async (store) => {
    const hanako = { side: 'customer', who: pages.site.world.hanako } as const
    const rounds = widths.flatMap((width) => [
      { width, store, loads: false, routes: openPages },
      { width, store, loads: false, routes: ownPages, ...hanako },
    ])
    expect(await pages.complaintsOn(...rounds)).toEqual([])
  },
  patience,
)
