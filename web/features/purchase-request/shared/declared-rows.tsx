import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { gradeBandLabel, labelOf } from '#contract/codes'
import type { declaredListCalls } from '#contract/declared-list'
import { PhotoGallery } from '#web/features/assessment/shared/photo-gallery.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { Icon } from '#web/ui/icons.tsx'
import { KeptImage } from '#web/ui/kept-image.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'

export type DeclaredList = AskResult<typeof declaredListCalls.list>
export type DeclaredItem = DeclaredList['items'][number]

const Rows = styled('ul')(({ theme }) => {
  const { palette, variant } = theme.okuru
  const biz = variant === 'biz'
  return {
    '& > li': {
      display: 'grid',
      gridTemplateColumns: `${biz ? 44 : 56}px minmax(0, 1fr) auto`,
      gap: biz ? 10 : 12,
      alignItems: 'center',
      padding: biz ? '6px 0' : '10px 0',
    },
    '& > li + li': { borderTop: `1px solid ${palette.border.main}` },
    '& > li[data-marked] .words b': { color: palette.primary.main },
    '& .words': { minWidth: 0, lineHeight: 1.5 },
    '& .words b': { display: 'block', fontSize: biz ? 13 : 14, overflowWrap: 'anywhere' },
    '& .words span': { display: 'block', fontSize: 12, color: palette.font.sub, overflowWrap: 'anywhere' },
    '& .photo': { padding: 0, border: 0, background: 'none', cursor: 'pointer', borderRadius: 10 },
    '& > li > span:last-of-type': { textAlign: 'right' },
    '& .count': { fontWeight: 700, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  }
})

const Frame = styled(PhotoFrame)(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  aspectRatio: '1',
  borderRadius: 10,
  color: theme.okuru.palette.font.sub,
  '& .more': {
    position: 'absolute',
    right: 0,
    bottom: 0,
    padding: '0 5px',
    fontSize: 11,
    fontWeight: 700,
    color: '#ffffff',
    background: 'rgb(0 0 0 / 0.65)',
    borderRadius: '6px 0 0 0',
  },
}))

export const declaredTitle = ({ brandName, categoryName }: DeclaredItem): string =>
  [brandName, categoryName].filter(Boolean).join(' ') || 'ブランド・種類は未記入'

type Props = {
  items: readonly DeclaredItem[]
  /** What stands at the end of a row, beside the number of articles. */
  end?: (item: DeclaredItem) => ReactNode
  isMarked?: (item: DeclaredItem) => boolean
}

/** What the customer says is in the box, with the photos. */
export function DeclaredRows({ items, end, isMarked }: Props) {
  const [shown, show] = useState<{ item: DeclaredItem; at: number }>()
  return (
    <>
      <Rows>
        {items.map((item) => (
          <li key={item.id} data-marked={isMarked?.(item) ? '' : undefined}>
            <Photo item={item} onOpen={() => show({ item, at: 0 })} />
            <span className="words">
              <b>{declaredTitle(item)}</b>
              {item.condition && <span>{labelOf(gradeBandLabel, item.condition)}</span>}
              {item.note && <span>{item.note}</span>}
            </span>
            <span>
              <span className="count">{item.count}点</span>
              {end?.(item)}
            </span>
          </li>
        ))}
      </Rows>
      {shown && (
        <PhotoGallery
          photos={shown.item.photos}
          at={shown.at}
          title={declaredTitle(shown.item)}
          onAt={(at) => show({ ...shown, at })}
          onClose={() => show(undefined)}
        />
      )}
    </>
  )
}

function Photo({ item, onOpen }: { item: DeclaredItem; onOpen: () => void }) {
  const [first] = item.photos
  if (!first)
    return (
      <Frame aria-hidden>
        <Icon name="hanger" size={24} />
      </Frame>
    )
  return (
    <button
      type="button"
      className="photo"
      aria-label={`${declaredTitle(item)}の写真${item.photos.length}枚を大きく見る`}
      onClick={onOpen}
    >
      <Frame>
        <KeptImage src={first.thumbnailUrl} alt="" />
        {item.photos.length > 1 && <span className="more">{item.photos.length}</span>}
      </Frame>
    </button>
  )
}
