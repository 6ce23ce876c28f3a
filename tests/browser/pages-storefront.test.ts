import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPages, ownPages, type Pages, patience, startPages, widths } from './pages.ts'

/** Every page of the storefront with realistic content: complete, readable and accessible. */
let pages: Pages
beforeAll(async () => {
  pages = await startPages()
})
afterAll(() => pages.site.close())

// Send whoever is signed in on to a page that is in the list itself.
const doors = ['/login', '/signup']

test.each(widths)(
  'every page of the storefront is whole at %i px',
  async (width) => {
    const hanako = { width, side: 'customer', who: pages.site.world.hanako } as const
    const wrong = await pages.complaintsOn(
      { routes: openPages, width, loads: true },
      { ...hanako, routes: ownPages, loads: true },
      // Signed in they have other bars, fields that are filled, and stars.
      { ...hanako, routes: openPages.filter((route) => !doors.includes(route)), loads: false },
    )
    expect(wrong).toEqual([])
  },
  patience,
)
