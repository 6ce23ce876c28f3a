import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { labelOf } from '#contract/codes'
import { photoRoleLabel } from '#contract/productization'
import { Kbd } from '#web/ui/kbd.tsx'
import { KeptImage } from '#web/ui/kept-image.tsx'
import { Muted } from '#web/ui/page.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { PhotoPlaceholder } from '#web/ui/photo-placeholder.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { Product } from './product-types.ts'

const Root = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gridTemplate: 'minmax(200px, 1fr) auto auto / minmax(0, 1fr)',
    gap: 10,
    height: '100%',
    '& .large': { position: 'relative', minHeight: 0, borderRadius: 14 },
    '& .large > img': { position: 'absolute', inset: 0, objectFit: 'contain' },
    '& .empty': { display: 'grid', justifyItems: 'center', gap: 10, padding: 24, color: palette.font.sub },
    '& ol': { display: 'flex', gap: 8, padding: 3, margin: -3, overflowX: 'auto' },
    '& li': { flex: 'none', width: 66, fontSize: 11, textAlign: 'center', color: palette.font.sub },
    '& li button': {
      width: 66,
      height: 66,
      padding: 0,
      border: 0,
      borderRadius: 8,
      overflow: 'hidden',
      background: palette.bg.sunken,
      cursor: 'pointer',
    },
    '& li button[aria-current="true"]': { outline: `2.5px solid ${palette.primary.main}`, outlineOffset: 1 },
    '& li img': { width: '100%', height: '100%', objectFit: 'cover' },
    '& p': { display: 'flex', gap: 8, alignItems: 'center', fontSize: 12 },
    [theme.breakpoints.down('md')]: { gridTemplateRows: '62vw auto auto' },
  }
})

/** Photos for the sale, and those of the assessment after them. */
export function PhotoView({ product }: { product: Product }) {
  const [chosen, setChosen] = useState(0)
  const photos = [
    ...product.photos.map((photo) => ({ ...photo, said: labelOf(photoRoleLabel, photo.role) })),
    ...product.assessmentPhotos.map((photo) => ({ ...photo, said: '査定' })),
  ]
  const shown = Math.min(chosen, photos.length - 1)
  const photo = photos[shown]
  const step = (by: number) => photos.length > 0 && setChosen((shown + by + photos.length) % photos.length)
  useShortcuts([
    { code: 'Comma', label: '前の写真', run: () => step(-1) },
    { code: 'Period', label: '次の写真', run: () => step(1) },
  ])
  return (
    <Root>
      <PhotoFrame className="large">
        {photo ? (
          <KeptImage
            src={photo.url}
            smaller={photo.thumbnailUrl}
            alt={`${product.brandName || product.categoryName}の写真${shown + 1} ${photo.said}`}
          />
        ) : (
          <div className="empty">
            <PhotoPlaceholder />
            <span>まだ写真がありません。</span>
          </div>
        )}
      </PhotoFrame>
      {photos.length > 1 && (
        <ol>
          {photos.map(({ id, thumbnailUrl, said }, place) => (
            <li key={`${said}-${id}`}>
              <button
                type="button"
                aria-label={`写真${place + 1}を見る`}
                aria-current={place === shown}
                onClick={() => setChosen(place)}
              >
                <KeptImage src={thumbnailUrl} alt="" />
              </button>
              {said}
            </li>
          ))}
        </ol>
      )}
      <p>
        <Muted>{`販売用の写真 ${product.photos.length}枚・査定の写真 ${product.assessmentPhotos.length}枚`}</Muted>
        {photos.length > 1 && (
          <span>
            <Kbd>,</Kbd> <Kbd>.</Kbd>
          </span>
        )}
      </p>
    </Root>
  )
}
