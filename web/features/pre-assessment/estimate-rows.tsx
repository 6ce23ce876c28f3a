import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { attributeWords } from '#contract/attribute-text'
import { itemGender, labelOf } from '#contract/codes'
import { PhotoGallery } from '#web/features/assessment/shared/photo-gallery.tsx'
import { GarmentPicture } from '#web/ui/garment.tsx'
import { Muted } from '#web/ui/page.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { Band } from './band.tsx'
import type { Estimate } from './link.page.tsx'

type Item = Estimate['items'][number]

const Rows = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    gap: 12,
    alignItems: 'center',
    padding: '12px 0',
    lineHeight: 1.5,
  },
  '& > li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& b.name': { display: 'block', overflowWrap: 'anywhere' },
  '& .price': { display: 'block', marginTop: 4 },
  '& .photo': { padding: 0, border: 0, background: 'none', borderRadius: 10, cursor: 'pointer' },
}))

const nameOf = ({ brandName, categoryName }: Item): string =>
  [brandName, categoryName].filter(Boolean).join(' ') || '品名なし'

const detailOf = ({ gender, conditionName, attributes, count }: Item): string =>
  [
    gender !== null && labelOf(itemGender, gender),
    conditionName && `状態 ${conditionName}`,
    attributeWords(attributes),
    count > 1 && `${count}点`,
  ]
    .filter(Boolean)
    .join('・')

export function EstimateRows({ items }: { items: readonly Item[] }) {
  const [shown, show] = useState<{ item: Item; at: number }>()
  return (
    <>
      <Rows>
        {items.map((item) => (
          <li key={item.position}>
            <Picture item={item} onOpen={() => show({ item, at: 0 })} />
            <div>
              <b className="name">{nameOf(item)}</b>
              <Muted style={{ display: 'block', fontSize: 12 }}>{detailOf(item)}</Muted>
              <span className="price">
                {item.low === null || item.high === null ? (
                  '実物を拝見してからのご案内'
                ) : (
                  <>
                    <Band low={item.low} high={item.high} />
                    {item.count > 1 && <small>(1点)</small>}
                  </>
                )}
              </span>
            </div>
          </li>
        ))}
      </Rows>
      {shown && (
        <PhotoGallery
          photos={shown.item.photos}
          at={shown.at}
          title={nameOf(shown.item)}
          onAt={(at) => show({ ...shown, at })}
          onClose={() => show(undefined)}
        />
      )}
    </>
  )
}

function Picture({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const [first] = item.photos
  if (!first) return <GarmentPicture category={item.categoryName} />
  return (
    <button
      type="button"
      className="photo"
      aria-label={`${nameOf(item)}の写真${item.photos.length}枚を大きく見る`}
      onClick={onOpen}
    >
      <PhotoFrame style={{ width: 64, height: 64 }}>
        <img src={first.thumbnailUrl} alt="" />
      </PhotoFrame>
    </button>
  )
}
