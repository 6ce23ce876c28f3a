import { useEffect } from 'react'
import { isPlainObject } from '#web/lib/case.ts'
import { currentOwner, removeDraft, storedDrafts } from '#web/lib/draft-store.ts'
import { Notice } from '#web/ui/notice.tsx'
import { missingOf } from '../shared/biz/box-arrival.ts'
import { useHeldOpenings, usePhotoQueue } from '../shared/biz/photo-queue.ts'
import type { BizRequest } from '../shared/biz/types.ts'

const DRAFT = 'intake-'

/** Key of what was counted and is not received yet. */
export const countDraft = (request: number): string => `${DRAFT}${request}`

const counted = (): number[] =>
  storedDrafts().flatMap(({ key, value }) =>
    key.startsWith(DRAFT) && isPlainObject(value) && Object.keys(value).length > 0
      ? [Number(key.slice(DRAFT.length))]
      : [],
  )

/** The page was left or lost in the middle of a box, which somebody has to find again. */
export function LeftBoxes({ onPick }: { onPick: (request: number) => void }) {
  const photographed = useHeldOpenings()
  const left = [...new Set([...counted(), ...photographed])].toSorted((one, other) => one - other)
  if (left.length === 0) return null
  return (
    <Notice
      tone="wait"
      title={`受け取りの途中の箱が${left.length}件あります`}
      actions={left.map((request) => (
        <button key={request} type="button" onClick={() => onPick(request)}>
          {`申し込み ${request} を続ける`}
        </button>
      ))}
    >
      入力した内容と写真は、この端末に残っています。
    </Notice>
  )
}

/** The page was lost before it heard that the box was received: its photos go, and nothing of it is left to count. */
export function useNothingLeft(request: BizRequest): void {
  const place = `opening:${request.id}` as const
  const { photos, release } = usePhotoQueue(place)
  const isHeld = photos.some(({ state }) => state === 'held')
  const isWhole = missingOf(request).length === 0
  useEffect(() => {
    if (isHeld) release(place)
  }, [isHeld, release, place])
  useEffect(() => {
    if (isWhole) removeDraft(currentOwner(), countDraft(request.id))
  }, [isWhole, request.id])
}
