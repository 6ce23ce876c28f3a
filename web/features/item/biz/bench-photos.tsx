import { styled } from '@mui/material/styles'
import { type ChangeEvent, type Ref, useRef, useState } from 'react'
import type { Photo } from '#web/lib/photo-queue.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { KeptImage } from '#web/ui/kept-image.tsx'
import { type Mark, MarkedPhoto } from '#web/ui/marked-photo.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { mayDiscard, PHOTO_TYPES, PhotoProblems, PhotoTile, usePressedPhoto } from '#web/ui/photo-input.tsx'
import { PhotoPlaceholder } from '#web/ui/photo-placeholder.tsx'
import { PhotoStrip } from '#web/ui/photo-strip.tsx'
import type { Item } from './bench-types.ts'
import { markOf } from './deductions-field.tsx'

const Large = styled(PhotoFrame)(({ theme }) => {
  const { palette } = theme.okuru
  return {
    position: 'relative',
    minHeight: 240,
    borderRadius: 14,
    '& .view': {
      position: 'absolute',
      inset: 0,
      padding: 0,
      border: 0,
      background: 'none',
      cursor: 'zoom-in',
    },
    '& .view[data-draws]': { cursor: 'crosshair' },
    '& .marks': {
      position: 'absolute',
      left: 10,
      bottom: 10,
      display: 'flex',
      flexWrap: 'wrap',
      gap: 6,
      maxWidth: 'calc(100% - 20px)',
    },
    '& .marks span': {
      padding: '1px 10px',
      borderRadius: 12,
      fontSize: 12,
      fontWeight: 700,
      color: palette.error.main,
      background: palette.bg.paper,
      border: `1.5px solid ${palette.error.main}`,
    },
    '& .remove': {
      position: 'absolute',
      top: 8,
      right: 8,
      borderRadius: '50%',
      color: palette.font.main,
      background: palette.bg.paper,
      border: `1px solid ${palette.border.medium}`,
      [BY_FINGER]: { '& > button': { width: 44, height: 44 } },
    },
    '& .main': { position: 'absolute', right: 10, bottom: 10 },
    '& .main button': { background: palette.bg.paper },
    '& .empty': { display: 'grid', justifyItems: 'center', gap: 10, color: palette.font.sub },
  }
})

const Thumbs = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'flex',
    gap: 8,
    minHeight: 72,
    padding: 3,
    margin: -3,
    overflowX: 'auto',
    '& > *': { flex: 'none', width: 66, height: 66 },
    '& label': {
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      gap: 2,
      width: 78,
      fontSize: 11,
      lineHeight: 1.4,
      color: palette.font.sub,
      background: palette.bg.paper,
      border: `1.5px dashed ${palette.border.strong}`,
      borderRadius: 8,
      cursor: 'pointer',
    },
    '& label:has(input:focus-visible)': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 1 },
    '& input': { position: 'absolute', opacity: 0, width: 1, height: 1 },
  }
})

type Props = {
  item: Item
  photos: Item['photos']
  shown: number
  onShow: (index: number) => void
  uploads: readonly Photo[]
  onAdd: (files: readonly File[]) => void
  onRetry: (key: string) => void
  onDiscard: (key: string) => void
  onRemove: (photo: Item['photos'][number]) => void
  onMove: (from: number, to: number) => void
  readOnly: boolean
  input: Ref<HTMLInputElement>
  /** While a deduction is written: the circle on its photo, set by a press on the photo. */
  marking: { photo: number; mark: Mark | null; onMark: (mark: Mark) => void } | undefined
}

export function BenchPhotos(props: Props) {
  const { item, photos, shown, onShow, uploads, onAdd, onRetry, onDiscard } = props
  const { onRemove, onMove, readOnly, input } = props
  const [zoomed, setZoomed] = useState(false)
  const thumbs = useRef<HTMLDivElement>(null)
  const noting = usePressedPhoto(thumbs, uploads)
  const photo = photos[shown]
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(event.target.files ?? [])])
    event.target.value = ''
  }
  const alt = (index: number) =>
    `${item.name || item.brandName || '商品'}の写真${index + 1}${photos[index]?.caption ? ` ${photos[index].caption}` : ''}`
  const marking = photo && props.marking?.photo === photo.id ? props.marking : undefined
  const stored = item.deductions.flatMap((deduction) =>
    photo && deduction.photo === photo.id && deduction.mark ? [deduction.mark] : [],
  )
  const marked = marking ? [marking.mark].filter((mark) => mark !== null) : stored
  const image = photo && <KeptImage src={photo.url} smaller={photo.thumbnailUrl} alt={alt(shown)} />
  const marks = item.deductions.flatMap((deduction, index) =>
    photo && deduction.photo === photo.id ? [`${markOf(index)} ${deduction.place || deduction.label}`] : [],
  )
  return (
    <>
      <Large>
        {photo && marking ? (
          <div className="view" data-draws="">
            <MarkedPhoto marks={marked} onDraw={marking.onMark}>
              {image}
            </MarkedPhoto>
          </div>
        ) : photo ? (
          <button
            type="button"
            className="view"
            aria-label="写真を大きく見る"
            onClick={() => setZoomed(true)}
          >
            <MarkedPhoto marks={marked}>{image}</MarkedPhoto>
          </button>
        ) : (
          <div className="empty">
            <PhotoPlaceholder />
            <span>まだ写真がありません。「写真を足す」から撮れます。</span>
          </div>
        )}
        {marking && (
          <div className="marks">
            <span>傷の場所を押すか、囲むように引いてください</span>
          </div>
        )}
        {photo && !marking && marks.length > 0 && (
          <div className="marks">
            {marks.map((mark) => (
              <span key={mark}>{mark}</span>
            ))}
          </div>
        )}
        {photo && !readOnly && shown > 0 && (
          <span className="main">
            <QuietButton size="small" onClick={() => onMove(shown, 0)}>
              メインの写真にする
            </QuietButton>
          </span>
        )}
        {photo && !readOnly && (
          <span className="remove">
            <IconButton label="この写真を消す" onClick={() => onRemove(photo)}>
              <Icon name="close" size={16} />
            </IconButton>
          </span>
        )}
      </Large>
      <Thumbs ref={thumbs}>
        <PhotoStrip photos={photos} shown={shown} onShow={onShow} onMove={readOnly ? undefined : onMove} />
        {uploads.map((upload, index) => (
          <PhotoTile
            key={upload.key}
            photo={upload}
            number={photos.length + index + 1}
            onRetry={noting('sent', onRetry)}
            onRemove={mayDiscard(upload) ? noting('removed', onDiscard) : undefined}
          />
        ))}
        {!readOnly && (
          <label>
            写真を足す
            <Kbd>P</Kbd>
            <input
              ref={input}
              type="file"
              accept={PHOTO_TYPES}
              capture="environment"
              multiple
              onChange={choose}
            />
          </label>
        )}
      </Thumbs>
      <PhotoProblems photos={uploads} first={photos.length + 1} />
      {zoomed && photo && (
        <Dialog open wide title={`写真${shown + 1}`} onClose={() => setZoomed(false)}>
          <MarkedPhoto marks={marked}>{image}</MarkedPhoto>
        </Dialog>
      )}
    </>
  )
}
