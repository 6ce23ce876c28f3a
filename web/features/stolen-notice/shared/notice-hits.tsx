import { Link } from '@tanstack/react-router'
import type { itemCalls } from '#contract/item'
import { matchReasonLabel } from '#contract/notice-match'
import type { AskResult } from '#web/lib/ask.ts'
import { Notice } from '#web/ui/notice.tsx'

type Hit = AskResult<typeof itemCalls.get>['noticeHits'][number]

export const reasonsText = (reasons: readonly (keyof typeof matchReasonLabel)[]): string =>
  reasons.map((reason) => matchReasonLabel[reason]).join('、')

/** Where an item is at hand: which police notices it may be of. */
export function NoticeHits({ hits }: { hits: readonly Hit[] }) {
  const shown = hits.filter(({ isReleased }) => !isReleased)
  return shown.map((hit) => (
    <Notice
      key={hit.id}
      role="alert"
      tone={hit.state === 'held' ? 'late' : 'wait'}
      title={
        hit.state === 'held'
          ? '品触れの品の疑いがあり、保留にしています'
          : '品触れの品に似ています。お確かめください'
      }
      actions={
        <Link to="/biz/notices/$id" params={{ id: String(hit.notice) }}>
          品触れと見比べる
        </Link>
      }
    >
      <p>{`${hit.policeStation} ${hit.number}${hit.wanted && `「${hit.wanted}」`}`}</p>
      <p>{reasonsText(hit.reasons)}</p>
    </Notice>
  ))
}
