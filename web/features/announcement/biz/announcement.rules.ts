// Times are in Asia/Tokyo.
import {
  type AnnouncementLevel,
  type Audience,
  announcementLevelLabel,
  audienceLabel,
} from '#contract/announcement'
import type { CallBodyInput } from '#contract/call'
import { formatDateTimeJa, tokyoClock } from '#contract/day'
import type { Tone } from '#contract/lifecycle'
import { type AnnouncementState, announcementStateLabel, setupCalls } from '#contract/setup'
import { hasControlOrEmoji } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules, Problems } from '#web/ui/call-form.ts'

export type Announcement = AskResult<typeof setupCalls.announcements>['results'][number]
type Body = CamelCased<CallBodyInput<typeof setupCalls.createAnnouncement>>

const tones: Readonly<Record<AnnouncementState, Tone>> = {
  draft: 'gray',
  scheduled: 'wait',
  shown: 'ok',
  ended: 'gray',
}
export const stateChip = (state: AnnouncementState) => ({
  tone: tones[state],
  label: announcementStateLabel[state],
})

export type Publication = 'draft' | 'now' | 'scheduled'

export type AnnouncementValues = {
  level: AnnouncementLevel
  audience: Audience
  /** Blank: of all dealers. */
  company: string
  /** Blank: of all shops. */
  shop: string
  title: string
  body: string
  publication: Publication
  /** `2026-12-01T09:00`, or blank. */
  publishedAt: string
  endsAt: string
}

export const announcementLabels = {
  level: '種類',
  audience: '届ける相手',
  company: '会社',
  shop: '店舗',
  title: '見出し',
  body: '本文',
  publication: '掲載',
  publishedAt: '掲載を始める日時',
  endsAt: '掲載を終える日時',
} as const

const fieldOf = (instant: string | null): string => (instant ? tokyoClock(instant).slice(0, 16) : '')
export const instantOf = (field: string): string | null =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(field) ? `${field}:00+09:00` : null

export const isOut = (stored: Announcement | undefined): boolean =>
  stored?.state === 'shown' || stored?.state === 'ended'

const keyOf = (key: number | null | undefined): string => (key ? String(key) : '')

/** What a new one begins with: whom it is for by its writer. */
export const announcementValuesOf = (
  stored: Announcement | undefined,
  audience: Audience = 'everyone',
): AnnouncementValues => ({
  level: stored?.level ?? 'info',
  audience: stored?.audience ?? audience,
  company: keyOf(stored?.company),
  shop: keyOf(stored?.shop),
  title: stored?.title ?? '',
  body: stored?.body ?? '',
  publication: isOut(stored) ? 'now' : stored?.state === 'scheduled' ? 'scheduled' : 'draft',
  publishedAt: fieldOf(stored?.publishedAt ?? null),
  // An expired announcement is edited to show it again, so its past end is cleared.
  endsAt: stored?.state === 'ended' ? '' : fieldOf(stored?.endsAt ?? null),
})

function otherProblems(
  { title, publication, publishedAt, endsAt }: AnnouncementValues,
  stored: Announcement | undefined,
  now: number,
): Problems {
  const [begins, ends] = [instantOf(publishedAt), instantOf(endsAt)]
  const problems: Record<string, string> = {}
  if (hasControlOrEmoji(title.trim())) problems.title = '絵文字などの使えない文字を取り除いてください。'
  const scheduled = publication === 'scheduled' && !isOut(stored)
  if (scheduled && (begins === null || Date.parse(begins) <= now)) {
    problems.publishedAt = 'これからの日時を入力してください。'
  }
  if (endsAt !== '' && (ends === null || Date.parse(ends) <= now)) {
    problems.endsAt = 'これからの日時を入力してください。'
  } else if (scheduled && begins && ends && Date.parse(ends) <= Date.parse(begins)) {
    problems.endsAt = '掲載を始める日時より後にしてください。'
  }
  return problems
}

/** A choice that the audience does not offer any more is not sent. */
export function readersOf({
  audience,
  company,
  shop,
}: Pick<AnnouncementValues, 'audience' | 'company' | 'shop'>) {
  const isSome = audience !== 'everyone'
  return {
    audience,
    company: isSome && company !== '' ? Number(company) : null,
    shop: isSome && shop !== '' ? Number(shop) : null,
  }
}

type Named = Pick<Announcement, 'audience' | 'companyName' | 'shopName'>

export function readersText({ audience, companyName, shopName }: Named): string {
  const whose = [companyName, shopName].filter(Boolean).join(' ')
  return whose ? `${audienceLabel[audience]}(${whose})` : audienceLabel[audience]
}

export const placeWords: Readonly<Record<Audience, string>> = {
  everyone: 'トップとお知らせのページに出ます。',
  customers: 'ログインしているお客さまの、トップとお知らせのページに出ます。',
  under_way: 'お申し込みが進んでいるお客さまの、トップとお知らせのページに出ます。',
  business: '業務の画面の右上のベルと、お知らせのページに出ます。',
}

export const announcementBody = (values: AnnouncementValues): Body => ({
  title: values.title,
  body: values.body,
  level: values.level,
  ...readersOf(values),
  publication: values.publication,
  publishedAt: values.publication === 'scheduled' ? instantOf(values.publishedAt) : null,
  endsAt: instantOf(values.endsAt),
})

export const announcementRules = (
  stored: Announcement | undefined,
  clock: () => number = Date.now,
): FormRules<AnnouncementValues> => ({
  call: setupCalls.createAnnouncement,
  labels: announcementLabels,
  bodyOf: announcementBody,
  also: (values) => otherProblems(values, stored, clock()),
})

const timeText = (field: string): string => {
  const instant = instantOf(field)
  return instant ? formatDateTimeJa(instant) : ''
}

export const announcementTexts = (values: AnnouncementValues): Readonly<Record<string, string>> => ({
  level: announcementLevelLabel[values.level],
  audience: audienceLabel[values.audience],
  title: values.title.trim(),
  body: values.body.trim(),
  publication: { draft: '下書き', now: '掲載する', scheduled: '日時を決めて掲載する' }[values.publication],
  publishedAt: values.publication === 'scheduled' ? timeText(values.publishedAt) : '',
  endsAt: timeText(values.endsAt),
})

export function periodOf({ publishedAt, endsAt }: Announcement): string {
  if (publishedAt === null) return 'まだ掲載していません'
  return `${formatDateTimeJa(publishedAt)} から${endsAt ? ` ${formatDateTimeJa(endsAt)} まで` : ''}`
}
