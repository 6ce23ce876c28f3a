import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { PhotoGallery } from '#web/features/assessment/shared/photo-gallery.tsx'
import { shortDateTime } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Section } from '#web/ui/page.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import type { PurchaseRequest } from './use-request.ts'

const Photos = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))',
  gap: 8,
  marginTop: 10,
  '& button': { padding: 0, border: 0, background: 'none', cursor: 'pointer', borderRadius: 12 },
})

const kilograms = (grams: number): string => `${(grams / 1000).toFixed(1)}kg`

function countText({ arrivedItemCount, itemCount }: PurchaseRequest): string {
  if (itemCount === null || itemCount === arrivedItemCount) return `${arrivedItemCount}点`
  return `${arrivedItemCount}点(お申し込みのときは${itemCount}点)`
}

export function OpeningRecord({ request }: { request: PurchaseRequest }) {
  const [at, setAt] = useState<number>()
  if (request.arrivedItemCount === null) return null
  const items = [
    { key: 'at', term: '届いた日時', value: request.arrivedAt ? shortDateTime(request.arrivedAt) : '—' },
    { key: 'count', term: '点数', value: countText(request) },
    ...(request.arrivedWeightG
      ? [{ key: 'weight', term: '箱の重さ', value: kilograms(request.arrivedWeightG) }]
      : []),
  ]
  return (
    <Section title="開封の記録">
      <Card style={{ paddingTop: 4, paddingBottom: request.openingPhotos.length > 0 ? 16 : 4 }}>
        <DefinitionList items={items} />
        {request.openingPhotos.length > 0 && (
          <Photos>
            {request.openingPhotos.map((photo, index) => (
              <button
                key={photo.id}
                type="button"
                aria-label={`開封の写真${index + 1}を大きく見る`}
                onClick={() => setAt(index)}
              >
                <PhotoFrame style={{ aspectRatio: '1' }}>
                  <img src={photo.thumbnailUrl || photo.url} alt="" loading="lazy" />
                </PhotoFrame>
              </button>
            ))}
          </Photos>
        )}
        <PhotoGallery
          photos={request.openingPhotos}
          at={at}
          title="開封の写真"
          onAt={setAt}
          onClose={() => setAt(undefined)}
        />
      </Card>
    </Section>
  )
}
