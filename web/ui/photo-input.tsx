import { styled } from '@mui/material/styles'
import { type ChangeEvent, useId } from 'react'
import type { Photo } from '#web/lib/photo-queue.ts'
import { FieldGroup, type FieldProps } from './field.tsx'
import { Icon } from './icons.tsx'
import { PhotoFrame } from './photo-frame.tsx'

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(${theme.okuru.variant === 'biz' ? 88 : 104}px, 1fr))`,
  gap: 8,
}))

const Tile = styled(PhotoFrame)(({ theme }) => ({
  position: 'relative',
  aspectRatio: '1',
  '& progress': {
    position: 'absolute',
    inset: 'auto 8px 8px',
    width: 'calc(100% - 16px)',
    height: 6,
    accentColor: theme.okuru.palette.primary.main,
  },
  '& .again': {
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeContent: 'center',
    gap: 2,
    border: 0,
    fontSize: 12,
    fontWeight: 700,
    color: theme.okuru.palette.error.main,
    background: 'rgb(255 255 255 / 0.88)',
    cursor: 'pointer',
  },
  '& .waits': {
    position: 'absolute',
    inset: 'auto 0 0',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 4,
    fontSize: 11,
    fontWeight: 700,
    color: theme.okuru.palette.warning.main,
    background: theme.okuru.palette.warning.bg,
  },
  '& .remove': {
    position: 'absolute',
    top: 4,
    right: 4,
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: 28,
    padding: 0,
    border: 0,
    borderRadius: '50%',
    color: '#ffffff',
    background: 'rgb(0 0 0 / 0.6)',
    cursor: 'pointer',
  },
}))

const Add = styled('label')(({ theme }) => ({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 4,
  aspectRatio: '1',
  fontSize: 12,
  fontWeight: 700,
  lineHeight: 1.4,
  color: theme.okuru.palette.primary.main,
  background: theme.okuru.palette.bg.paper,
  border: `1.5px dashed ${theme.okuru.palette.border.strong}`,
  borderRadius: 12,
  cursor: 'pointer',
  '& input': { position: 'absolute', opacity: 0, width: 1, height: 1 },
  '&:has(input:focus-visible)': {
    outline: `3px solid ${theme.okuru.palette.primary.light}`,
    outlineOffset: 2,
  },
}))

/** Types the server can re-encode. For these, phones hand over JPEG instead of HEIC. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

type Props = FieldProps & {
  photos: readonly Photo[]
  onAdd: (files: readonly File[]) => void
  onRetry: (key: string) => void
  onRemove?: (key: string) => void
  onDiscard?: (key: string) => void
  max?: number
  name?: string
}

/** Photos from camera or library, each with its own progress and retry. */
export function PhotoInput({ photos, onAdd, onRetry, onRemove, onDiscard, max = 10, name, ...frame }: Props) {
  const id = useId()
  const room = max - photos.length
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(event.target.files ?? [])].slice(0, room))
    // Lets the same photo be chosen again after it was removed.
    event.target.value = ''
  }
  return (
    <FieldGroup {...frame}>
      <Grid>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.key}
            photo={photo}
            number={index + 1}
            onRetry={onRetry}
            onRemove={onRemove ?? (photo.state === 'failed' ? onDiscard : undefined)}
          />
        ))}
        {room > 0 && (
          <>
            <Add htmlFor={`${id}-camera`}>
              <Icon name="camera" size={24} />
              写真を撮る
              <input
                id={`${id}-camera`}
                name={name}
                type="file"
                accept={PHOTO_TYPES}
                capture="environment"
                onChange={choose}
              />
            </Add>
            <Add htmlFor={`${id}-files`}>
              <Icon name="upload" size={24} />
              写真を選ぶ
              <input id={`${id}-files`} type="file" accept={PHOTO_TYPES} multiple onChange={choose} />
            </Add>
          </>
        )}
      </Grid>
    </FieldGroup>
  )
}

type TileProps = {
  photo: Photo
  number: number
  onRetry: (key: string) => void
  onRemove?: (key: string) => void
}

export function PhotoTile({ photo, number, onRetry, onRemove }: TileProps) {
  return (
    <Tile>
      <img src={photo.url} alt={`写真${number}`} />
      {photo.state === 'sending' && <progress aria-label={`写真${number}を送信中`} />}
      {photo.state === 'waiting' && (
        <span className="waits">
          <Icon name="offline" size={14} />
          未送信
        </span>
      )}
      {photo.state === 'failed' && (
        <button type="button" className="again" onClick={() => onRetry(photo.key)}>
          <Icon name="warning" style={{ margin: '0 auto' }} />
          もう一度送る
        </button>
      )}
      {onRemove && (
        <button
          type="button"
          className="remove"
          aria-label={`写真${number}を外す`}
          onClick={() => onRemove(photo.key)}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </Tile>
  )
}
