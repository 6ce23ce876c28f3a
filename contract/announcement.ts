import * as z from 'zod'
import { call } from './call.ts'
import { dateTime, id, page, windowed } from './field.ts'

export const announcement = z.object({
  id,
  title: z.string(),
  body: z.string(),
  published_at: dateTime,
  level: z.enum(['info', 'important']),
})

export const about = 'News for visitors and customers.'

export const announcementCalls = {
  list: call('GET /api/announcements/', {
    summary: 'Announcements, newest first',
    may: 'anyone',
    reads: ['announcement'],
    query: z.object({ ...windowed }),
    ok: page(announcement),
  }),
}
