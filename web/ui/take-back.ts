import type { TakenBack } from '#web/lib/save-queue.ts'
import { notify } from './notify.tsx'

interface Queue {
  getState: () => { undo: number; redo: number }
  undo: () => TakenBack | undefined
  redo: () => TakenBack | undefined
  forget: (slug: string) => void
}

/** Undoes or redoes the newest change of a queue, and shows the article that it belongs to. */
export function takeBack(
  which: 'undo' | 'redo',
  queue: Queue,
  rows: readonly { slug: string }[],
  pick: (slug: string) => void,
): void {
  const left = queue.getState()[which]
  let taken = queue[which]()
  // What is not in the list any more has nothing to take back.
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
