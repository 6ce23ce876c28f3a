import type { Page } from 'playwright-core'
import { ekyc } from '#contract/codes'
import { placeCode } from '#contract/scan-code'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeAnnouncement } from '#server/domains/announcement/announcement.factory'
import { makeAmounts, makeAttribute } from '#server/domains/catalogue/catalogue.factory'
import { makePlace } from '#server/domains/custody/custody.factory'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import { makePreAssessment } from '#server/domains/pre-assessment/pre-assessment.factory'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import { storePages } from '#web/app/pages.ts'
import { type Site, startSite } from '../support/site.ts'
import { answer, apply, contracted, offered } from '../support/steps.ts'
import type { Person } from '../support/world.ts'
import { axeComplaints, rulesOfLooks } from './axe.ts'
import { settled, signedIn, walkTo } from './browse.ts'

/** Addresses of the pages that show one record, with realistic content. */
async function makeSamples({ t, world: w }: Site): Promise<Record<string, string>> {
  await makeOriginator(t.db)
  await apply(t, w)
  const open = await offered(t, w)
  const back = await offered(t, w)
  await answer(t, back, { decision_all: 'return' })
  const issued = await contracted(t, w)
  await t.pool.query(
    "update purchase_request set is_invoice_issuer = true, invoice_registration_number = 'T1234567890123' where id = $1",
    [issued.id],
  )
  await t.ask('POST /api/transfer/', { token: w.hanako.token, body: { amount: 3_000 }, key: 'pages' })
  const operator = { token: w.operator.operator.token }
  const waiting = (await t.ask('GET /api/biz/payouts/candidates/', operator)).body
  const batch = await t.ask('POST /api/biz/payouts/', {
    ...operator,
    key: 'pages',
    body: {
      pay_date: waiting.pay_date,
      transfers: waiting.candidates.map((one: { transfer: number }) => one.transfer),
    },
  })
  if (batch.status !== 201) throw new Error(JSON.stringify(batch.body))
  await t.runJobs()
  const shop = w.aoyama.shops[0]
  const place = await makePlace(t.db, { company_id: w.aoyama.company, shop_id: shop })
  const staff = { token: w.aoyama.staff.token }
  const scanned = { target: placeCode(place), codes: [back.slugs[0]] }
  await t.ask('POST /api/biz/custody/handovers/', { ...staff, body: scanned })
  const counted = await t.ask('POST /api/biz/custody/counts/', {
    ...staff,
    body: { place, codes: [open.slugs[0]], with_boxes: false },
  })
  const papers = { customer_id: w.hanako.id, company_id: w.umeda.company, ekyc_status: ekyc.STARTED }
  const { session } = await makeIdentitySession(t.db, t.tools, papers)
  await t.pool.query("delete from identity_capture where session_id = $1 and slot = 'face'", [session])
  const seller = await makeCustomerAccount(t.db, t.tools)
  await t.pool.query(
    'insert into related_shop (customer_id, shop_id, has_transactions, created_at) values ($1, $2, true, now())',
    [seller.customer_id, shop],
  )
  const { review } = await makeIdentitySession(t.db, t.tools, {
    customer_id: seller.customer_id,
    company_id: w.aoyama.company,
  })
  await t.pool.query("update purchase_item set serial_number = 'SD4158' where slug = $1", [issued.slugs[0]])
  const notice = await t.ask('POST /api/biz/stolen-notices/', {
    token: w.aoyama.admin.token,
    key: 'pages',
    body: {
      number: '第12号',
      police_station: '青山警察署',
      arrived_on: '2026-11-20',
      articles: [
        { brand: 'グッチ', category: w.categories.coat, color: '紺', name: 'テーラードジャケット' },
        { name: 'テーラードジャケット', serial_number: 'SD4158' },
      ],
    },
  })
  const held = notice.body.matches.find(({ hold }: { hold: number | null }) => hold !== null)
  if (notice.body.open_count === 0 || !held) throw new Error(JSON.stringify(notice.body))
  await t.db.insertInto('shop_brand').values({ shop_id: shop, brand_id: w.brands.gucci }).execute()
  const attribute = await makeAttribute(t.db, w.categories.coat)
  const [brand_id, category_id] = [w.brands.gucci, w.categories.bag]
  await makeAmounts(t.db, w.aoyama.company, [{ brand_id, category_id, grade: 'A_1', amount: 52_000 }])
  for (const name of ['着丈', '身幅', '肩幅', '袖丈'])
    await makeAttribute(t.db, w.categories.clothes, { name, is_required: true })
  const named = await makePreAssessment(t.db, {
    ...{ company_id: w.aoyama.company, shop_id: shop, operator_id: w.aoyama.staff.id },
    category_id: w.categories.coat,
  })
  const entered = await makePreAssessment(t.db, {
    ...{ company_id: w.aoyama.company, shop_id: shop, operator_id: w.aoyama.staff.id, state: 'draft' },
    category_id: w.categories.coat,
  })
  return {
    '/price-estimate/$token': `/price-estimate/${named.token}`,
    '/biz/custody/counts/$id': `/biz/custody/counts/${counted.body.id}`,
    '/biz/notices/$id': `/biz/notices/${notice.body.id}`,
    '/biz/notices/$id/edit': `/biz/notices/${notice.body.id}/edit`,
    '/biz/holds/$id/report': `/biz/holds/${held.hold}/report`,
    '/shops/$id': `/shops/${shop}`,
    '/brands/$id': `/brands/${w.brands.gucci}`,
    '/terms/$version': `/terms/${w.terms}`,
    '/requests/$id': `/requests/${open.id}`,
    '/requests/$id/result': `/requests/${open.id}/result`,
    '/requests/$id/statement': `/requests/${issued.id}/statement`,
    '/identity/$id': `/identity/${session}`,
    '/biz/identity/$id': `/biz/identity/${review}`,
    '/biz/requests/$id/statement': `/biz/requests/${issued.id}/statement`,
    '/biz/requests/$id': `/biz/requests/${open.id}`,
    '/biz/requests/$id/result': `/biz/requests/${open.id}/result`,
    '/biz/bench/$id': `/biz/bench/${open.id}`,
    '/biz/pre-assessments/$id': `/biz/pre-assessments/${entered.id}`,
    '/biz/productization/$slug': `/biz/productization/${issued.slugs[1]}`,
    '/biz/customers/$shop/$id': `/biz/customers/${shop}/${w.hanako.id}`,
    '/biz/payouts/$id': `/biz/payouts/${batch.body.id}`,
    '/biz/companies/$id': `/biz/companies/${w.aoyama.company}`,
    '/biz/companies/$id/edit': `/biz/companies/${w.aoyama.company}/edit`,
    '/biz/companies/$id/shops/new': `/biz/companies/${w.aoyama.company}/shops/new`,
    '/biz/companies/$id/shops/$shop': `/biz/companies/${w.aoyama.company}/shops/${shop}`,
    '/biz/categories/$id': `/biz/categories/${w.categories.coat}`,
    '/biz/category-attributes/$id': `/biz/category-attributes/${attribute}`,
    '/biz/campaigns/$id': `/biz/campaigns/${w.campaign}`,
    '/biz/announcements/$id': `/biz/announcements/${await makeAnnouncement(t.db)}`,
    '/biz/terms/$version': `/biz/terms/${w.terms}`,
    '/biz/stores/$key': '/biz/stores/umeda',
    '/biz/comment-templates/$id': `/biz/comment-templates/${w.comment_templates[0]}`,
    '/biz/brands/$id': `/biz/brands/${w.brands.gucci}`,
  }
}

async function complaints(page: Page, width: number): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // Sizes that depend on the window's follow a frame later.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
  const found = await page.evaluate(
    (most) => [
      // Content only for print does not count.
      ...[[...document.querySelectorAll('h1')].filter((h1) => h1.checkVisibility()).length]
        .filter((count) => count !== 1)
        .map((count) => `${count} h1`),
      ...(document.title.trim() === '' ? ['no title'] : []),
      ...(document.documentElement.scrollWidth > most
        ? [
            `scrolls sideways: ${document.documentElement.scrollWidth} of ${most}, by ${[
              ...document.querySelectorAll('body *'),
            ]
              .filter((one) => one.getBoundingClientRect().right > most + 0.5)
              .map((one) => `${one.tagName} ${one.textContent?.slice(0, 20)}`)
              .slice(-3)
              .join(', ')}`,
          ]
        : []),
      ...[
        ...document.querySelectorAll<HTMLElement>(
          '#main :is(h1, h2, h3, p, a, button, dt, dd, label, summary)',
        ),
      ]
        .filter((one) => {
          const { overflowX, textOverflow } = getComputedStyle(one)
          return (
            overflowX !== 'visible' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1
          )
        })
        .filter((one) => one.checkVisibility() && one.clientWidth > 1)
        .map((one) => `cut text: ${one.textContent?.slice(0, 30)}`),
    ],
    width,
  )
  return found
}

export interface Round {
  routes: readonly string[]
  width: number
  side?: 'customer' | 'business'
  who?: Person
  /** Only what a look changes is checked then. */
  store?: string
  /** Each page by its address, as a bookmark does; otherwise within the application, as a link does. */
  loads: boolean
}

/** The smallest phone, a phone enlarged to 200 %, and a desktop enlarged to 200 %. */
const narrower: Readonly<Record<number, readonly { width: number; height: number }[]>> = {
  390: [
    { width: 320, height: 568 },
    { width: 195, height: 422 },
  ],
  1440: [{ width: 720, height: 450 }],
}

async function goRound(site: Site, samples: Record<string, string>, round: Round): Promise<string[]> {
  const { width, store } = round
  const visit = await site.visit(width)
  const { page, errors } = visit
  const wrong: string[] = []
  if (round.side && round.who) await signedIn(visit, round.side, round.who)
  if (store) await page.goto(`/help?store=${store}`)
  else if (!round.loads) await page.goto(round.side === 'business' ? '/biz' : '/help')
  if (!round.loads) await settled(page)
  for (const route of round.routes) {
    const address = samples[route] ?? route
    if (address.includes('$')) throw new Error(`no sample for ${route}`)
    const note = (what: string) => wrong.push(`${address} at ${width}${store ? ` in ${store}` : ''}: ${what}`)
    try {
      if (round.loads) {
        await page.goto(address)
        await settled(page)
      } else await walkTo(page, address)
      for (const what of await complaints(page, width)) note(what)
      for (const what of await axeComplaints(page, store ? rulesOfLooks : undefined)) note(what)
      if (!address.startsWith('/biz')) {
        for (const small of narrower[width] ?? []) {
          await page.setViewportSize(small)
          for (const what of await complaints(page, small.width)) note(`in ${small.width} px, ${what}`)
        }
        await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
      }
    } catch (error) {
      note(String(error).split('\n')[0] ?? '')
    }
    for (const error of errors.splice(0)) note(error)
  }
  await visit.close()
  return wrong
}

export interface Pages {
  site: Site
  /** What is wrong on the pages: not complete, not readable, not accessible. */
  complaintsOn: (...rounds: Round[]) => Promise<string[]>
}

export async function startPages(): Promise<Pages> {
  const site = await startSite()
  const samples = await makeSamples(site)
  return {
    site,
    complaintsOn: async (...rounds) => {
      const wrong: string[] = []
      for (const round of rounds) wrong.push(...(await goRound(site, samples, round)))
      return wrong
    },
  }
}

export const widths = [390, 1440] as const
export const patience = 600_000

const ofCustomer = /^\/(mypage|identity|requests|balance|profile|notifications|settings|leave)(\/|$)/
const storefront = [...Object.keys(storePages), '/there-is-no-such-page']

/** Of the storefront: for everybody, and for one who is signed in. */
export const openPages = storefront.filter((route) => !ofCustomer.test(route))
export const ownPages = storefront.filter((route) => ofCustomer.test(route))
