import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { isExpected } from '#contract/lifecycle'
import { LabelSheet } from '#web/features/item/shared/label-sheet.tsx'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { PhotoInput } from '#web/ui/photo-input.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { missingOf, namesOf } from '../shared/biz/box-arrival.ts'
import { usePhotoQueue } from '../shared/biz/photo-queue.ts'
import type { BizRequest } from '../shared/biz/types.ts'

type Props = {
  request: BizRequest
  /** How many articles were here before. */
  before: number
  onNext: () => void
}

/** The boxes received in the same step as the last one. */
function newest(boxes: BizRequest['boxes']): BizRequest['boxes'] {
  const last = boxes
    .map(({ arrivedAt }) => arrivedAt ?? '')
    .toSorted()
    .at(-1)
  return boxes.filter(({ arrivedAt }) => arrivedAt === last)
}

export function IntakeDone({ request, before, onNext }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const uploads = usePhotoQueue(`opening:${request.id}`)
  useEffect(() => heading.current?.focus(), [])
  const navigate = useNavigate()
  const params = { id: String(request.id) }
  const missing = missingOf(request)
  const isWaiting = isExpected(request.status)
  useShortcuts([
    ...(isWaiting
      ? []
      : [
          {
            code: 'Enter',
            ctrl: true,
            label: 'この箱を査定する',
            run: () => navigate({ to: '/biz/bench/$id', params }),
          },
        ]),
    { code: 'KeyN', label: '次の箱を受け取る', run: onNext },
  ])
  const labels = useMemo(
    () => request.items.filter(({ seq }) => seq > before).map(({ slug, seq }) => ({ slug, seq, title: '' })),
    [request.items, before],
  )
  const boxes = useMemo(() => newest(request.boxes), [request.boxes])
  return (
    <Card>
      <Stack gap={14}>
        <div>
          <h2 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {`${request.customerName} 様の箱を ${request.items.length - before}点で受け取りました`}
          </h2>
          {request.boxCount > 1 && (
            <p>
              <b>{`${request.boxCount}箱のうち${request.arrivedBoxCount}箱、合わせて${request.items.length}点です。`}</b>
              {missing.length > 0 && `${namesOf(missing)}が届いていません。`}
            </p>
          )}
          <p>ラベルを印刷して、箱と商品に1枚ずつ付けてください。続けて次の箱を読み取れます。</p>
        </div>
        <LabelSheet
          request={request.id}
          shopName={request.shopName}
          labels={labels}
          boxes={boxes}
          boxCount={request.boxCount}
        />
        <PhotoInput
          label="開封の写真"
          photos={uploads.photos}
          onAdd={uploads.add}
          onRetry={uploads.retry}
          onDiscard={uploads.discard}
        />
        <Row>
          {isWaiting ? (
            <NextButton onClick={onNext} endIcon={<Kbd>N</Kbd>}>
              次の箱を受け取る
            </NextButton>
          ) : (
            <>
              <NextLink to="/biz/bench/$id" params={params} endIcon={<Kbd>Ctrl ↵</Kbd>}>
                この箱を査定する
              </NextLink>
              <QuietButton onClick={onNext} endIcon={<Kbd>N</Kbd>}>
                次の箱を受け取る
              </QuietButton>
            </>
          )}
        </Row>
      </Stack>
    </Card>
  )
}
