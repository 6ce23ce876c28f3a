import { expect, it } from 'vitest'
import { problemsOf } from '#web/ui/call-form.ts'
import {
  type Announcement,
  announcementBody,
  announcementRules,
  announcementTexts,
  announcementValuesOf,
} from './announcement.rules.ts'
import { timesWith } from './moment-field.tsx'

const now = Date.parse('2026-11-24T10:00:00+09:00')
const values = { ...announcementValuesOf(undefined), title: 'お休み', body: '12月31日から。' }
const stored: Announcement = {
  id: 3,
  title: 'お休み',
  body: '12月31日から。',
  level: 'important',
  audience: 'customers',
  company: 5,
  companyName: '株式会社アオヤマ',
  shop: null,
  shopName: '',
  state: 'shown',
  publishedAt: '2026-11-20T01:00:00Z',
  endsAt: '2026-12-01T18:07:00+09:00',
  version: 2,
}

it('begins as a draft, and opens what is stored on the clock of Tokyo', () => {
  expect(values.publication).toBe('draft')
  expect(
    problemsOf(
      announcementRules(undefined, () => now),
      values,
    ),
  ).toEqual({})
  expect(announcementValuesOf(stored)).toMatchObject({
    publication: 'now',
    publishedAt: '2026-11-20T10:00',
    endsAt: '2026-12-01T18:07',
  })
  expect(announcementValuesOf({ ...stored, state: 'ended' }).endsAt).toBe('')
  expect(timesWith('18:07')).toHaveLength(49)
})

it('sends times with their offset, and a beginning only where one was chosen', () => {
  const planned = { ...values, publication: 'scheduled' as const, publishedAt: '2026-12-01T09:00' }
  expect(announcementBody(planned).publishedAt).toBe('2026-12-01T09:00:00+09:00')
  expect(announcementBody({ ...planned, publication: 'now' }).publishedAt).toBeNull()
  expect(announcementTexts(planned).publishedAt).toBe('2026年12月1日(火) 09:00')
})

it('says at the field what makes no sense', () => {
  const fields = (more: object, before?: Announcement) =>
    Object.keys(
      problemsOf(
        announcementRules(before, () => now),
        { ...values, ...more },
      ),
    )
  expect(fields({ title: ' ', body: '' })).toEqual(['title', 'body'])
  expect(fields({ title: '🎉' })).toEqual(['title'])
  expect(fields({ publication: 'scheduled' })).toEqual(['publishedAt'])
  expect(fields({ publication: 'scheduled', publishedAt: '2026-11-24T10:00' })).toEqual(['publishedAt'])
  expect(fields({ endsAt: '2026-11-24T09:00' })).toEqual(['endsAt'])
  const planned = { publication: 'scheduled', publishedAt: '2026-12-02T09:00' }
  expect(fields({ ...planned, endsAt: '2026-12-01T09:00' })).toEqual(['endsAt'])
  // A published announcement keeps its start, whatever the form contains.
  expect(fields({ publication: 'scheduled', publishedAt: '' }, stored)).toEqual([])
})
