import * as z from 'zod'
import { call } from './call.ts'
import { dateTime, id, page, query, windowed, word } from './field.ts'

/** Who sees an announcement. */
export const audienceLabel = {
  everyone: 'すべての方',
  customers: 'お客さま',
  under_way: '取引中のお客さま',
  business: '担当者',
} as const
export type Audience = keyof typeof audienceLabel
export const audiences = Object.keys(audienceLabel) as [Audience, ...Audience[]]
export const audience = word(audienceLabel)

export const announcementLevelLabel = { info: 'お知らせ', important: '重要' } as const
export type AnnouncementLevel = keyof typeof announcementLevelLabel

export const announcement = z.object({
  id,
  title: z.string(),
  body: z.string(),
  published_at: dateTime,
  level: z.enum(['info', 'important']),
  sender: z.string().describe('The dealer or shop that says it; blank for the site itself.'),
  is_seen: z.boolean().describe('Whether the reader has seen it before; false for visitors.'),
})

export const about =
  'News for visitors, customers and staff: each sees what is meant for all, for those like them, or for the people of one dealer.'

export const announcementCalls = {
  list: call('GET /api/announcements/', {
    summary: 'Announcements for whoever asks, newest first',
    may: 'anyone',
    reads: ['announcement'],
    query: z.object({ ...windowed }),
    ok: page(announcement),
  }),
  staffNews: call('GET /api/biz/news/', {
    summary: 'Announcements for the staff of dealers, newest first',
    may: 'biz.self',
    reads: ['announcement'],
    query: z.object({
      ...windowed,
      is_seen: query.bool.describe('Only those that the reader has seen before, or has not.'),
    }),
    ok: page(announcement),
  }),
  see: call('POST /api/announcements/seen/', {
    summary: 'Note that the reader has seen announcements; repeated is fine',
    may: 'signed_in',
    changes: ['announcement'],
    repeated: 'changes nothing',
    limit: 'write',
    body: z.object({ announcements: z.array(id).min(1).max(100) }),
    ok: 'nothing',
  }),
}
