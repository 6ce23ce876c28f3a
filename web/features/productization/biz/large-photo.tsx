import { styled } from '@mui/material/styles'
import { useOnline } from '#web/lib/online.ts'
import { KeptImage } from '#web/ui/kept-image.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { PhotoPlaceholder } from '#web/ui/photo-placeholder.tsx'
import type { SalePhoto } from './sale-photo-edits.ts'

const Large = styled(PhotoFrame)(({ theme }) => {
  const { palette } = theme.okuru
  return {
    position: 'relative',
    minHeight: 0,
    borderRadius: 14,
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' },
    '&[data-white]': { background: palette.bg.paper, border: `1px solid ${palette.border.main}` },
    '& .said': {
      position: 'absolute',
      left: 10,
      top: 10,
      display: 'flex',
      flexWrap: 'wrap',
      gap: 6,
      maxWidth: 'calc(100% - 20px)',
    },
    '& .said span': {
      padding: '2px 10px',
      borderRadius: 12,
      fontSize: 12,
      color: palette.font.main,
      background: palette.bg.paper,
      border: `1px solid ${palette.border.medium}`,
    },
    '& .said span[data-wait]': { color: palette.warning.main, background: palette.warning.bg },
    '& .empty': { display: 'grid', justifyItems: 'center', gap: 10, padding: 24, color: palette.font.sub },
  }
})

const sourceOf = (sizes: SalePhoto['sizes'], kind: 'avifUrl' | 'webpUrl'): string =>
  sizes.map((size) => `${size[kind]} ${size.width}w`).join(', ')

type Props = {
  /** Of the sale, or of the assessment. */
  photo: (Partial<SalePhoto> & { url: string; thumbnailUrl: string }) | undefined
  alt: string
  showsOriginal: boolean
  said: readonly { text: string; isWait?: boolean }[]
  emptyText: string
}

export function LargePhoto({ photo, alt, showsOriginal, said, emptyText }: Props) {
  const online = useOnline()
  // Offline the browser would wait for a size it cannot load.
  const sizes = online && !showsOriginal ? (photo?.sizes ?? []) : []
  const url = (showsOriginal && photo?.originalUrl) || photo?.url
  return (
    <Large className="large" data-white={photo?.edits?.isCutOut && !showsOriginal ? '' : undefined}>
      {photo && url ? (
        <picture key={url}>
          {sizes.length > 0 && (
            <>
              <source
                type="image/avif"
                srcSet={sourceOf(sizes, 'avifUrl')}
                sizes="(min-width: 900px) 600px, 100vw"
              />
              <source
                type="image/webp"
                srcSet={sourceOf(sizes, 'webpUrl')}
                sizes="(min-width: 900px) 600px, 100vw"
              />
            </>
          )}
          <KeptImage src={url} smaller={photo.thumbnailUrl} alt={alt} />
        </picture>
      ) : (
        <div className="empty">
          <PhotoPlaceholder />
          <span>{emptyText}</span>
        </div>
      )}
      <div className="said" aria-live="polite">
        {said.map(({ text, isWait }) => (
          <span key={text} data-wait={isWait ? '' : undefined}>
            {text}
          </span>
        ))}
      </div>
    </Large>
  )
}
