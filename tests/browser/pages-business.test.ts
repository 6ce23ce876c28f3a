import { afterAll, beforeAll, expect, test } from 'vitest'
import { bizPages } from '#web/app/biz-pages.ts'
import { makeInspector } from '../support/world.ts'
import { type Pages, patience, startPages, widths } from './pages.ts'

/** Every page of the business side with realistic content: complete, readable and accessible. Loaded on the desktop, walked to on the phone. */
let pages: Pages
beforeAll(async () => {
  pages = await startPages()
})
afterAll(() => pages.site.close())

const doors = ['/biz/login', '/biz/password-reset']
const ofHouse =
  /^\/biz\/(payouts|payout-originator|money|companies|announcements|terms|stores|categories|category-attributes|brands\/(?:new|\$id))(\/|$)/
const ofInspection = '/biz/inspection'
const inside = Object.keys(bizPages).filter((route) => !doors.includes(route) && route !== ofInspection)

test.each(widths)(
  'every page of the business side is whole at %i px',
  async (width) => {
    const { aoyama, operator } = pages.site.world
    const staff = { width, side: 'business', loads: width > 390 } as const
    const inspector = await makeInspector(pages.site.t, aoyama, `ken${width}@keisatsu.example`)
    const wrong = await pages.complaintsOn(
      { routes: doors, width, loads: true },
      { ...staff, routes: inside.filter((route) => !ofHouse.test(route)), who: aoyama.admin },
      { ...staff, routes: inside.filter((route) => ofHouse.test(route)), who: operator.operator },
      { ...staff, loads: true, routes: [ofInspection], who: inspector },
    )
    expect(wrong).toEqual([])
  },
  patience,
)
