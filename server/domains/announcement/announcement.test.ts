import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAnnouncement } from '#server/domains/announcement/announcement.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  for (let day = 1; day <= 6; day += 1) {
    await makeAnnouncement(t.db, {
      title: `お知らせ${day}`,
      published_at: `2026-11-0${day}T10:00:00+09:00`,
      level: day === 6 ? 'important' : 'info',
    })
  }
  await makeAnnouncement(t.db, { title: '来月', published_at: '2026-12-01T00:00:00+09:00' })
  await makeAnnouncement(t.db, { title: '終わった', ends_at: '2026-11-24T09:59:59+09:00' })
})
afterAll(() => t.close())

const titles = (body: { results: { title: string }[] }) => body.results.map((row) => row.title)

test('visitors read what is out now, newest first, by limit and offset', async () => {
  const first = await t.ask('GET /api/announcements/', { query: { limit: 2 } })
  expect(first.status).toBe(200)
  expect(first.body.count).toBe(6)
  expect(titles(first.body)).toEqual(['お知らせ6', 'お知らせ5'])
  expect(first.body.results[0]).toMatchObject({
    level: 'important',
    published_at: '2026-11-06T10:00:00+09:00',
  })
  expect(first.body.previous).toBeNull()
  expect(first.body.next).toMatch(/^http.+limit=2&offset=2$/)
  const second = await t.ask('GET /api/announcements/', { query: { limit: 2, offset: 2 } })
  expect(titles(second.body)).toEqual(['お知らせ4', 'お知らせ3'])
  expect(second.body.previous).toMatch(/limit=2$/)
})

test('bad limits and offsets are the defaults; past the end is an empty list', async () => {
  for (const query of [{ limit: 'x', offset: '-3' }, { limit: 0 }, { limit: -1 }, {}]) {
    const response = await t.ask('GET /api/announcements/', { query: query as Record<string, string> })
    expect(response.status).toBe(200)
    expect(response.body.results).toHaveLength(6)
  }
  const past = await t.ask('GET /api/announcements/', { query: { limit: 5, offset: 50 } })
  expect(past.status).toBe(200)
  expect(past.body.results).toEqual([])
  expect(past.body.next).toBeNull()
  expect(past.body.previous).not.toBeNull()
})
