import { notify } from '#web/ui/notify.tsx'
import type { SaveQueue } from './save-queue.ts'

/** Undoes or redoes the newest change of the request, and shows the article that it belongs to. */
export function takeBack(
  which: 'undo' | 'redo',
  queue: SaveQueue,
  rows: readonly { slug: string }[],
  pick: (slug: string) => void,
): void {
  const left = queue.getState()[which]
  let taken = queue[which]()
  // What is not in the box any more has nothing to take back.
  while (taken?.result === 'unread' && !rows.some(({ slug }) => slug === taken?.slug)) {
    queue.forget(taken.slug)
    taken = queue[which]()
  }
  if (taken) pick(taken.slug)
  if (taken?.result === 'unread') notify.info('この商品の変更です。もう一度押すと、元に戻します。')
  else if (taken?.result === 'changed')
    notify.info('そのあとで書き換えられているため、この変更は元に戻していません。')
  else if (taken) return
  else if (left > 0) notify.info('ほかの人の入力と違うところを、先にお選びください。')
}
