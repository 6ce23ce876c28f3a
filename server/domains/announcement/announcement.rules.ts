import type { AnnouncementState } from '#contract/setup'
import { hasControlOrEmoji } from '#contract/text'
import type { FieldErrors } from '#server/platform/refusal'

interface Times {
  published_at: string | null
  ends_at: string | null
}

const time = (instant: string): number => new Date(instant).getTime()

export function stateOf({ published_at, ends_at }: Times, at: Date): AnnouncementState {
  if (published_at === null) return 'draft'
  if (time(published_at) > at.getTime()) return 'scheduled'
  return ends_at !== null && time(ends_at) <= at.getTime() ? 'ended' : 'shown'
}

export interface Publication extends Times {
  title: string
  publication: 'draft' | 'now' | 'scheduled'
}

/** Once published, the time of publication no longer changes. */
export function timesOf(input: Publication, before: Times | undefined, at: Date): Times {
  const isOut = before !== undefined && ['shown', 'ended'].includes(stateOf(before, at))
  if (isOut) return { published_at: before.published_at, ends_at: input.ends_at }
  const published_at =
    input.publication === 'now'
      ? at.toISOString()
      : input.publication === 'scheduled'
        ? input.published_at
        : null
  return { published_at, ends_at: input.ends_at }
}

export function announcementProblems(
  input: Publication,
  times: Times,
  before: Times | undefined,
  at: Date,
): FieldErrors {
  const problems: FieldErrors = {}
  if (hasControlOrEmoji(input.title)) {
    problems.title = ['使えない文字が含まれています。絵文字などを取り除いてください。']
  }
  const isNew = times.published_at !== before?.published_at
  if (input.publication === 'scheduled' && isNew) {
    if (times.published_at === null) problems.published_at = ['この項目は必須です。']
    else if (time(times.published_at) <= at.getTime()) {
      problems.published_at = ['これからの日時を入力してください。すぐに掲載するときは「今すぐ」を選べます。']
    }
  }
  if (times.ends_at !== null) {
    if (times.published_at !== null && time(times.ends_at) <= time(times.published_at)) {
      problems.ends_at = ['掲載を始める日時より後にしてください。']
    } else if (time(times.ends_at) <= at.getTime() && !sameInstant(times.ends_at, before?.ends_at)) {
      problems.ends_at = ['これからの日時を入力してください。']
    }
  }
  return problems
}

const sameInstant = (a: string, b: string | null | undefined): boolean =>
  typeof b === 'string' && time(a) === time(b)
